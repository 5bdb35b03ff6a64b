import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockBehind, compareClocks } from './device-clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

const NOW = Date.parse('2026-05-10T16:00:00Z')
const hours = (count: number) => count * HOUR_MS
const days = (count: number) => count * DAY_MS

describe('the clock that a change was made with', () => {
  /** `atFirst` and `atNoting`: how far it is behind at the comparison and when the change was made, `waited` before it is sent. */
  const behind = (told: {
    comparedBefore?: number
    atFirst?: number
    atNoting: number
    atSending: number
    waited: number
  }) => {
    const { comparedBefore, atFirst = 0, atNoting, atSending, waited } = told
    const server = NOW - (comparedBefore ?? 0)
    return clockBehind(
      {
        sentAt: NOW - atSending,
        madeAt: NOW - waited - atNoting,
        ...(comparedBefore !== undefined && { compared: { server, device: server - atFirst } }),
      },
      NOW,
    )
  }
  const yesterday = { comparedBefore: hours(24), waited: hours(2) }

  it.each([
    ['is right throughout', { ...yesterday, atNoting: 0, atSending: 0 }, 0],
    ['is wrong throughout', { ...yesterday, atFirst: days(3), atNoting: days(3), atSending: days(3) }, days(3)],
    ['was behind until it was sent', { ...yesterday, atFirst: days(3), atNoting: days(3), atSending: 0 }, days(3)],
    ['was ahead until it was sent', { ...yesterday, atFirst: -days(3), atNoting: -days(3), atSending: 0 }, -days(3)],
    [
      'was a little behind',
      { ...yesterday, atFirst: MINUTE_MS * 20, atNoting: MINUTE_MS * 20, atSending: 0 },
      MINUTE_MS * 20,
    ],
    ['was set right before', { ...yesterday, atFirst: days(3), atNoting: 0, atSending: 0 }, 0],
    ['went wrong before', { ...yesterday, atNoting: days(3), atSending: days(3) }, days(3)],
    [
      'went wrong long after a comparison',
      { ...yesterday, comparedBefore: days(9), atNoting: days(3), atSending: days(3) },
      days(3),
    ],
    ['went wrong after', { ...yesterday, atNoting: 0, atSending: days(3) }, 0],
    // nobody knows when
    ['was reset and set right in between', { ...yesterday, atNoting: days(300), atSending: 0 }, days(300) + hours(2)],
    ['was ahead and set back in between', { ...yesterday, atNoting: -days(3), atSending: 0 }, hours(2) - days(3)],
    ['was never compared and is right', { waited: hours(2), atNoting: 0, atSending: 0 }, 0],
    ['was never compared and is wrong', { waited: hours(2), atNoting: days(3), atSending: days(3) }, days(3)],
    ['was never compared and was set back', { waited: hours(2), atNoting: -days(3), atSending: 0 }, hours(2) - days(3)],
    [
      'was never compared and was reset',
      { waited: hours(2), atNoting: days(5900), atSending: 0 },
      days(5900) + hours(2),
    ],
    [
      'was compared with ours when ours was wrong',
      { ...yesterday, comparedBefore: -days(5000), atFirst: days(5000), atNoting: 0, atSending: 0 },
      0,
    ],
  ])('%s', (_, told, expected) => {
    expect(behind(told)).toBe(expected)
  })

  it('is never corrected by what is no clock’s time', () => {
    for (const sentAt of [Date.parse('9999-12-31T00:00:00Z'), Date.parse('0001-01-01T00:00:00Z')])
      expect(clockBehind({ sentAt }, NOW)).toBe(0)
  })

  it('is found by any comparison, however long a change waits, unless it was changed twice', () => {
    const offset = fc.oneof(fc.constant(0), fc.integer({ min: -days(300), max: days(300) }))
    fc.assert(
      fc.property(
        offset,
        offset,
        fc.nat(days(300)),
        fc.nat(days(300)),
        fc.boolean(),
        (atFirst, atSending, waited, since, isAsAtFirst) => {
          const told = {
            comparedBefore: waited + since,
            atFirst,
            atNoting: isAsAtFirst ? atFirst : atSending,
            atSending,
            waited,
          }
          const made = NOW - waited - told.atNoting
          const found = made + behind(told)
          expect(found).toBeGreaterThanOrEqual(NOW - told.comparedBefore - MINUTE_MS)
          expect(found).toBeLessThanOrEqual(NOW + MINUTE_MS)
          const isSame = Math.abs(atFirst - atSending) < MINUTE_MS
          // where both are possible it may be taken for the other
          const other = made + (isAsAtFirst ? atSending : atFirst)
          const isClear = other < NOW - told.comparedBefore - 2 * MINUTE_MS || other > NOW + 2 * MINUTE_MS
          if (isSame || isClear) expect(Math.abs(found - (NOW - waited))).toBeLessThanOrEqual(MINUTE_MS)
        },
      ),
    )
  })
})

describe('comparing two clocks', () => {
  const compare = (server: string, device: string, tookMs: number) => {
    const asked = Date.parse(device)
    return compareClocks(new Date(server).toUTCString(), asked, asked + tookMs)
  }

  it('takes the time an answer took for no difference', () => {
    const server = Date.parse('2026-05-10T10:00:05Z')
    expect(compare('2026-05-10T10:00:05Z', '2026-05-10T10:00:00Z', 9000)).toEqual({ server, device: server })
    expect(compare('2026-05-10T10:00:05Z', '2026-05-10T10:00:00Z', 2000)).toEqual({ server, device: server - 3000 })
    expect(compare('2026-05-10T10:00:05Z', '2026-05-10T10:00:09Z', 2000)).toEqual({ server, device: server + 4000 })
  })

  it('says nothing without a time, or if the clock was reset in the meantime', () => {
    expect(compareClocks(null, 0, 1)).toBeUndefined()
    expect(compare('2026-05-10T10:00:05Z', '2026-05-10T10:00:00Z', -1)).toBeUndefined()
  })
})
