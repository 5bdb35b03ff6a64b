import * as v from 'valibot'
import { expect, test } from 'vitest'
import { OPEN_END_SECONDS, ShareBody, type ShareType, sharePeriod } from './share.ts'

const seconds = (time: string) => Date.parse(time) / 1000
const share = (type: ShareType) => ({ type, days: 3, from: seconds('2025-04-01'), to: seconds('2025-10-01') })

test.each<[ShareType, now: string, from: string, to: string | undefined]>([
  ['livefeed', '2026-05-10T10:00:00Z', '2026-05-07T10:00:00Z', undefined],
  ['fixed', '2026-05-10T10:00:00Z', '2025-04-01T00:00:00Z', '2025-10-01T00:00:00Z'],
  ['yearToDate', '2026-05-10T10:00:00Z', '2025-12-31T23:00:00Z', undefined],
  ['yearToDate', '2025-12-31T22:59:59Z', '2024-12-31T23:00:00Z', undefined],
  ['yearToDate', '2025-12-31T23:00:00Z', '2025-12-31T23:00:00Z', undefined],
  ['unlimited', '2026-05-10T10:00:00Z', '2016-01-01T00:00:00Z', undefined],
])('%s at %s begins at %s', (type, now, from, to) => {
  expect(sharePeriod(share(type), seconds(now))).toEqual({
    from: seconds(from),
    to: to === undefined ? OPEN_END_SECONDS : seconds(to),
  })
})

test('a stored fixed period is limited to the range of the timeline', () => {
  const endless = { ...share('fixed'), from: seconds('0001-01-01'), to: seconds('9999-12-31') }
  expect(sharePeriod(endless, seconds('2026-05-10'))).toEqual({ from: 0, to: OPEN_END_SECONDS })
})

test.each([
  ['a fixed period without an end', { type: 'fixed', from: '2025-04-01T00:00:00Z' }, 'from'],
  [
    'a fixed period that ends before it begins',
    { type: 'fixed', from: '2025-04-01T02:00:00+02:00', to: '2025-04-01T00:00:00Z' },
    'from',
  ],
  ['what is before any timeline', { type: 'fixed', from: '1969-12-31T23:59:59Z', to: '2025-04-01T00:00:00Z' }, 'from'],
  ['what is after any timeline', { type: 'fixed', from: '2025-04-01T00:00:00Z', to: '2100-01-01T00:00:01Z' }, 'to'],
  ['no scale', { scales: [] }, 'scales'],
  ['no list of scales', { scales: undefined }, 'scales'],
  ['a year and a day', { days: 366 }, 'days'],
  ['no day', { days: 0 }, 'days'],
  ['half a day', { days: 7.5 }, 'days'],
  ['another type', { type: 'forever' }, 'type'],
  ['a long description', { description: 'x'.repeat(201) }, 'description'],
])('%s is refused', (_, fields, path) => {
  const parsed = v.safeParse(ShareBody, { type: 'livefeed', scales: [1], ...fields })
  expect(parsed.issues?.map((issue) => v.getDotPath(issue))).toEqual([path])
})
