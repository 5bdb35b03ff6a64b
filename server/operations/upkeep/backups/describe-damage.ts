import { type Level, levels } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'
import { type Checked, type Damage, hasTable } from './check-rows.ts'

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const spans: Record<Level, (from: number) => string> = {
  raw: (from) => `the readings of ${dayOf(from)}`,
  hour: (from) => `the hours of ${dayOf(from).slice(0, 7)}`,
  day: (from) => `the days of ${dayOf(from).slice(0, 4)}`,
}

/** Describes a damaged row for the operator of the server. */
export function describeDamage(sqlite: SqliteHandle, { table, key, reason }: Damage): string {
  const { scale_id: series = 0, from = 0, id } = key
  const what = {
    tile: () => `${seriesWords(sqlite, series)}: ${spans[levels[key.level!] ?? 'raw'](from)}`,
    detector_checkpoint: () => `${seriesWords(sqlite, series)}: the state of detection at the start of ${dayOf(from)}`,
    inbox: () => `received readings that had not been processed yet (${id})`,
    set_aside: () => `readings that were set aside (${id})`,
    import_reading: () => `${seriesWords(sqlite, series)}: what import ${key.import_id} brought on ${dayOf(from)}`,
    forwarding_sent: () => `${seriesWords(sqlite, series)}: what was forwarded of ${dayOf(from)}`,
    raw_weight_day: () => `${seriesWords(sqlite, series)}: the raw weights of ${dayOf(from)}`,
    scale_last: () => `${seriesWords(sqlite, series)}: its last values`,
    weather_month: () => `the weather of ${dayOf(from).slice(0, 7)} at place ${key.place_id}`,
  }[table]()
  return `${what} (${reason})`
}

/** The series of a controller's own sensors have its negative id. */
function seriesWords(sqlite: SqliteHandle, series: number): string {
  const [table, id] = series < 0 ? ['controller', -series] : ['scale', series]
  const row = hasTable(sqlite, table as string)
    ? sqlite.prepare<[number], { name: string }>(`select name from ${table} where id = ?`).get(id as number)
    : undefined
  const noun = series < 0 ? 'transmitter' : 'scale'
  return row ? `${noun} ${id} (${row.name})` : `${noun} ${id}`
}

/** Such as "24,011 tiles, 310 checkpoints and 2 received batches". */
export function describeChecked(checked: Checked): string {
  const {
    tile = 0,
    detector_checkpoint = 0,
    inbox = 0,
    set_aside = 0,
    import_reading = 0,
    forwarding_sent = 0,
    raw_weight_day = 0,
    weather_month = 0,
  } = checked
  const count = (number: number, word: string) => `${number.toLocaleString('en')} ${word}`
  return [
    count(tile + import_reading + forwarding_sent + raw_weight_day + weather_month, 'tiles'),
    count(detector_checkpoint, 'checkpoints'),
    count(inbox + set_aside, 'received batches'),
  ].join(', ')
}

/** How far a detection state reaches back. */
export const STATE_REACHES_BACK_SECONDS = 8 * DAY_SECONDS
