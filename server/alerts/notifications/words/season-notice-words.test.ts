import { expect, test } from 'vitest'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { type SeasonNews, seasonPage } from './season-notice-words.ts'

const lead = { kind: 'harvest', to: '2026-06-20', kg: 12 } as unknown as SeasonAdvice
const news = (kind: SeasonNews['kind'], page?: string): SeasonNews => ({
  kind,
  lead,
  hives: ['Linde'],
  ...(page && { page }),
})
const told = (all: SeasonNews[]) => ({
  channel: 'push' as const,
  notification_id: 1,
  season_kinds: JSON.stringify(['flowBegun', 'harvest']),
  season_body: JSON.stringify({ place: 'Waldrand', news: all }),
})

test.each<[string, SeasonNews[], string]>([
  ['one hive', [news('flowBegun', '/scaleoverview/1/2')], '/scaleoverview/1/2'],
  [
    'the same hive twice',
    [news('flowBegun', '/scaleoverview/1/2'), news('harvest', '/scaleoverview/1/2')],
    '/scaleoverview/1/2',
  ],
  ['two hives', [news('flowBegun', '/scaleoverview/1/2'), news('harvest', '/scaleoverview/1/3')], '/dashboard'],
  ['one hive, and several at once', [news('flowBegun', '/scaleoverview/1/2'), news('harvest')], '/dashboard'],
  [
    'another that this channel is not told of',
    [news('flowBegun', '/scaleoverview/1/2'), news('feed', '/scaleoverview/1/3')],
    '/scaleoverview/1/2',
  ],
  ['what was written before pages were', [news('flowBegun')], '/dashboard'],
  ['nothing', [], '/dashboard'],
])('news of %s lead to its page, or to Today', (_, all, page) => {
  expect(seasonPage(told(all))).toBe(page)
})

test('so does a notice with no news left', () => {
  expect(seasonPage({ ...told([]), season_body: null })).toBe('/dashboard')
})
