import { expect, test } from 'vitest'
import { compareAlarms, type Episode, type FoundEpisode } from './compare-alarms.ts'

const HOUR = 3600
const episode = (startedAt: number, rings = true, endedAt: number | null = startedAt + HOUR): Episode => ({
  status: 'closed',
  startedAt,
  endedAt,
  weightChangeGrams: -1500,
  confidencePercent: 70,
  rings,
})
const found = (id: number, startedAt: number, rings = true): FoundEpisode => ({ ...episode(startedAt, rings), id })

test.each([
  ['the same', [episode(0)], [found(7, 0)], [['both', 7]], 0],
  ['one that begins an hour earlier', [episode(0)], [found(7, HOUR)], [['both', 7]], 0],
  ['one within two hours of its end', [episode(0)], [found(7, 3 * HOUR)], [['both', 7]], 0],
  [
    'another one later',
    [episode(0)],
    [found(7, 4 * HOUR)],
    [
      ['added', null],
      ['dropped', 7],
    ],
    0,
  ],
  ['one that was quiet', [episode(0)], [found(7, 0, false)], [['added', 7]], 0],
  ['one that is quiet now', [episode(0, false)], [found(7, 0)], [['dropped', 7]], 0],
  ['two quiet ones', [episode(0, false)], [found(7, 0, false)], [], 1],
  ['quiet ones alone', [episode(0, false)], [found(7, 9 * HOUR, false)], [], 1],
  [
    'the nearer of two',
    [episode(HOUR)],
    [found(7, 0), found(8, HOUR)],
    [
      ['both', 8],
      ['dropped', 7],
    ],
    0,
  ],
  ['one that goes on', [episode(0, true, null)], [found(7, 2 * HOUR)], [['both', 7]], 0],
])('%s', (_, replayed, before, verdicts, quiet) => {
  const compared = compareAlarms(1, replayed, before)
  expect(compared.entries.map(({ verdict, alarmId }) => [verdict, alarmId])).toEqual(verdicts)
  expect(compared.quiet).toBe(quiet)
})
