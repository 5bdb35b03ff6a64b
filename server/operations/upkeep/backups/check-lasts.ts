import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import type { RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'

const columns = { weight: 'weight_grams', temperature: 'temperature_centi', humidity: 'humidity_permille' } as const
type Quantity = keyof typeof columns
const quantities = Object.keys(columns) as Quantity[]

type Last = Record<'scale_id' | 'time' | `${Quantity}_time` | (typeof columns)[Quantity], number | null>

/**
 * Looks for last values that cannot be true: the newest reading is on the last day that has readings, no quantity was measured after it, and each has the
 * value that was read at its time. They are computed from the readings, and a scale that sends nothing any more would show them for good. Old days are
 * thinned, so a time at which there is no reading is not compared.
 */
export function checkLasts(sqlite: SqliteHandle, found: (scaleId: number, reason: string) => void): void {
  const rawTiles = sqlite.prepare<[number], { from: number; bytes: Uint8Array }>(
    'select "from", bytes from tile where scale_id = ? and level = 0 order by "from" desc',
  )

  /** Undefined if there are no readings, null if it cannot be read. */
  function newestDay(scaleId: number): RawTile | null | undefined {
    for (const { bytes } of rawTiles.iterate(scaleId)) {
      try {
        const tile = decodeTile(bytes) as RawTile
        if (tile.length > 0) return tile
      } catch {
        return null
      }
    }
    return undefined
  }

  const lasts = sqlite.prepare<[], Last>('select * from scale_last order by scale_id')
  for (const last of lasts.all()) {
    const { scale_id, time } = last
    const day = newestDay(scale_id!)
    if (day === null) continue
    const isOnDay = day !== undefined && isTime(time) && time >= day.from && time < day.from + DAY_SECONDS
    const measured = quantities.map((name) => last[`${name}_time`]).filter((at) => typeof at === 'number')
    if (!isOnDay) found(scale_id!, 'its time is not on the last day with readings')
    else if (!measured.every((at) => isTime(at) && at <= time)) found(scale_id!, 'something was measured at no time')
    else if (quantities.some((name) => isOtherThanRead(day, name, last))) found(scale_id!, 'something else was read')
  }
}

function isOtherThanRead({ from, time, columns: read }: RawTile, name: Quantity, last: Last): boolean {
  const [at, value] = [last[`${name}_time`], last[columns[name]]]
  const row = at === null || value === null ? -1 : time.indexOf(at - from)
  return row >= 0 && read[name]?.[row] !== value
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0
