import type { SeasonKind } from '#domain/alerts/notification.ts'
import { seasonKindsOf } from '#domain/alerts/season-news.ts'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { seasonWords } from '#domain/insight/season-words.ts'
import { intlOf, type Reader, translate } from '../../../platform/runtime/translate.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { chosenKinds } from '../stored-choices.ts'

/**
 * `lead`: the most urgent hive's advice, or what sums up all; `hives`: their names; `page`: the
 * hive's page, if it is one hive; `toldTo`: channels that a hint told the same.
 */
export type SeasonNews = { kind: SeasonKind; lead: SeasonAdvice; hives: string[]; page?: string; toldTo?: number[] }
/** The news of one apiary, named by `place`; or the `words` of a whole week, for users who asked for it. */
export type SeasonNotice = { place: string; news: SeasonNews[]; words?: { title: string; lines: string[] } }

const NAMED = 3

type Told = Pick<DeliveryToSend, 'channel' | 'notification_id' | 'season_kinds' | 'season_body'>

/** Whether a channel wants this kind of news and has not been told the same by a hint. */
export const isFor = (
  { kind, toldTo = [] }: SeasonNews,
  { id, kinds }: { id: number; kinds: readonly SeasonKind[] },
): boolean => kinds.includes(kind) && !toldTo.includes(id)

/** Returns the news a channel wants. If its harvest is told too, the end of a flow is not told separately. */
function toldNews({ channel, notification_id: id, season_kinds, season_body }: Told): SeasonNews[] {
  if (season_body === null) return []
  const kinds = seasonKindsOf(channel, chosenKinds(season_kinds))
  const { news } = JSON.parse(season_body) as SeasonNotice
  const told = news.filter((one) => isFor(one, { id, kinds }))
  const harvested = new Set(told.flatMap(({ kind, hives }) => (kind === 'harvest' ? hives : [])))
  return told
    .map((one) =>
      one.kind === 'flowEnded' ? { ...one, hives: one.hives.filter((name) => !harvested.has(name)) } : one,
    )
    .filter(({ hives }) => hives.length > 0)
}

/** Whether there is still something to tell: for a weekly summary, as long as the user wants it by push. */
export function hasNews(delivery: Told & Pick<DeliveryToSend, 'digest_way'>): boolean {
  const { words } = JSON.parse(delivery.season_body ?? '{}') as Partial<SeasonNotice>
  return words ? delivery.digest_way === 'push' : toldNews(delivery).length > 0
}

/** Returns the page a notice links to: the hive's, if it is about a single hive. */
export function seasonPage(delivery: Told): string {
  const [page, ...others] = new Set(toldNews(delivery).map(({ page }) => page))
  return others.length === 0 && page ? page : '/dashboard'
}

/** Returns the words of a notice in the recipient's language, with one line per kind of news. */
export function seasonNoticeWords(delivery: Told & Pick<DeliveryToSend, 'language' | 'country'>): {
  title: string
  lines: string[]
} {
  const { place, words } = JSON.parse(delivery.season_body ?? '{"place":""}') as SeasonNotice
  if (words) return words
  const news = toldNews(delivery)
  const title = translate(delivery, `season-notice.${news[0]?.kind ?? 'flowBegun'}`, { place })
  return { title, lines: news.map((one) => newsLine(delivery, one)) }
}

/** The sentence, followed by the hives it is about. */
function newsLine(reader: Reader, { kind, lead, hives }: SeasonNews): string {
  const sentence = kind === 'flowEnded' ? flowEnded(reader, lead) : adviceLine(reader, lead, hives.length)
  return `${sentence} ${hivesLine(reader, hives)}`
}

/** Returns a piece of advice as text. */
export function adviceLine(reader: Reader, advice: SeasonAdvice, hives = 1): string {
  const { id, values } = seasonWords(advice, dayIn(reader), hives)
  return translate(reader, id, values)
}

/** Lists some of the names, and how many more there are. */
export function hivesLine(reader: Reader, hives: readonly string[]): string {
  const names = intlOf(reader).formatList(hives.slice(0, NAMED), { type: 'unit', style: 'short' })
  return `(${translate(reader, 'season.hives', { names, more: Math.max(0, hives.length - NAMED) })})`
}

const dayIn = (reader: Reader) => (date: string) =>
  intlOf(reader).formatDate(date, { day: 'numeric', month: 'long', timeZone: 'UTC' })

function flowEnded(reader: Reader, lead: SeasonAdvice): string {
  if (lead.kind !== 'harvest') return ''
  return translate(reader, 'season-notice.flowEndedLine', { to: dayIn(reader)(lead.to), kg: lead.kg })
}
