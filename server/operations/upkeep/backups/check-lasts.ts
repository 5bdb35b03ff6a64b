import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'

type Last = Record<'scale_id' | 'time' | 'weight_time' | 'temperature_time' | 'humidity_time', number | null>

/**
 * Looks for last values whose times cannot be true: the newest reading is on the last day that has readings, and no quantity was measured after it. They are
 * computed from the readings, and a scale that sends nothing any more would show such a time for good. Old days are thinned, so the exact time is not compared.
 */
export function checkLasts(sqlite: SqliteHandle, found: (scaleId: number, reason: string) => void): void {
  const rawTiles = sqlite.prepare<[number], { from: number; bytes: Uint8Array }>(
    'select "from", bytes from tile where scale_id = ? and level = 0 order by "from" desc',
  )

  /** Undefined if there are no readings, null if it cannot be read. */
  function newestDay(scaleId: number): number | null | undefined {
    for (const { from, bytes } of rawTiles.iterate(scaleId)) {
      try {
        if (decodeTile(bytes).length > 0) return from
      } catch {
        return null
      }
    }
    return undefined
  }

  const lasts = sqlite.prepare<[], Last>('select * from scale_last order by scale_id')
  for (const { scale_id, time, weight_time, temperature_time, humidity_time } of lasts.all()) {
    const day = newestDay(scale_id!)
    if (day === null) continue
    const isOnDay = day !== undefined && isTime(time) && time >= day && time < day + DAY_SECONDS
    const measured = [weight_time, temperature_time, humidity_time].filter((at) => typeof at === 'number')
    if (!isOnDay) found(scale_id!, 'its time is not on the last day with readings')
    else if (!measured.every((at) => isTime(at) && at <= time)) found(scale_id!, 'something was measured at no time')
  }
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0
