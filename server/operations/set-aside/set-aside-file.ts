import type { Kysely } from 'kysely'
import { isWholeTile } from '#domain/hives/tiles/tile-codec.ts'
import { ABSENT, levels, rawColumnNames } from '#domain/hives/tiles/timeline-tile.ts'
import { rawUnits } from '#domain/hives/units.ts'
import { decodeState } from '../../alerts/alarms/detectors/run-detectors.ts'
import { decodeDays } from '../../hives/readings/folding/set-aside-rows.ts'
import { decodeInboxRows, INBOX_FIELDS, InboxField, timeAt } from '../../hives/readings/inbox/inbox-rows.ts'
import type { Tables } from '../../store/tables.ts'
import { type SetAsideRow, selectCheckpointsAfter, selectSetAsideBody, selectTilesAfter } from './set-aside-queries.ts'
import { toSetAside } from './to-set-aside.ts'

const ROWS_AT_ONCE = 1000
const TILES_AT_ONCE = 100
const columns = ['time', ...rawColumnNames] as const

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/**
 * Yields everything about something that is set aside as pieces of JSON: its readings and days, its raw bytes, and the damaged tiles and
 * detection states of its series, with their bytes.
 */
export async function* setAsideJson(db: Kysely<Tables>, row: SetAsideRow): AsyncGenerator<string> {
  const body = await selectSetAsideBody(db, row.id)
  yield `${JSON.stringify(toSetAside(row), null, 1).slice(0, -2)},\n "columns": ${JSON.stringify(columns)},\n "readings": [`
  let between = '\n'
  for (const rows of readingsOf(row, body)) {
    yield between + rows.map((values) => JSON.stringify(values)).join(',\n')
    between = ',\n'
  }
  const days = row.stage === 'roll_up' && body ? daysOf(body) : []
  yield `],\n "waitingDays": ${JSON.stringify(days)},\n "body": ${body ? `"${base64(body)}"` : 'null'},\n "damaged": [`
  between = '\n'
  for await (const damaged of damagedOf(db, row.series_id)) {
    yield between + JSON.stringify(damaged)
    between = ',\n'
  }
  yield ']\n}\n'
}

/** Its readings as CSV. */
export async function* setAsideCsv(db: Kysely<Tables>, row: SetAsideRow): AsyncGenerator<string> {
  const body = await selectSetAsideBody(db, row.id)
  yield `${columns.join()}\r\n`
  for (const rows of readingsOf(row, body)) yield rows.map((values) => `${values.join()}\r\n`).join('')
}

/** The readings as rows of values, null for a missing one; an incomplete rest of damaged bytes is left out. */
function* readingsOf({ stage }: SetAsideRow, body: Uint8Array | null | undefined) {
  if (stage !== 'readings' || !body) return
  const { length, fields } = decodeInboxRows(whole(body, INBOX_FIELDS * Int32Array.BYTES_PER_ELEMENT))
  for (let first = 0; first < length; first += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, length - first)
    yield Array.from({ length: count }, (_, i) => valuesAt(fields, (first + i) * INBOX_FIELDS))
  }
}

const valuesAt = (fields: Int32Array, at: number): (string | number | null)[] => [
  iso(timeAt(fields, at)),
  ...rawColumnNames.map((name) => {
    const stored = fields[at + InboxField[name]]!
    return stored === ABSENT ? null : rawUnits[name](stored)
  }),
]

const daysOf = (body: Uint8Array) =>
  decodeDays(whole(body, Float64Array.BYTES_PER_ELEMENT)).map((day) => iso(day).slice(0, 10))

/** A copy without the incomplete item at its end; `itemBytes` is the size of one. */
const whole = (body: Uint8Array, itemBytes: number) =>
  Uint8Array.from(body.subarray(0, body.length - (body.length % itemBytes)))

async function* damagedOf(db: Kysely<Tables>, seriesId: number) {
  for (const [level, name] of levels.entries()) {
    for (let from: number | undefined = -1; from !== undefined; ) {
      const tiles = await selectTilesAfter(db, seriesId, { level, from, limit: TILES_AT_ONCE })
      for (const { from, bytes } of tiles) {
        if (!isWholeTile(bytes)) yield { tile: name, from: iso(Number(from)), bytes: base64(bytes) }
      }
      from = tiles.length < TILES_AT_ONCE ? undefined : Number(tiles.at(-1)!.from)
    }
  }
  for (let from: number | undefined = -1; from !== undefined; ) {
    const states = await selectCheckpointsAfter(db, seriesId, { from, limit: TILES_AT_ONCE })
    for (const { from, bytes } of states) {
      if (!isWholeState(bytes)) yield { tile: 'detection', from: iso(Number(from)), bytes: base64(bytes) }
    }
    from = states.length < TILES_AT_ONCE ? undefined : Number(states.at(-1)!.from)
  }
}

function isWholeState(bytes: Uint8Array): boolean {
  try {
    decodeState(bytes)
    return true
  } catch {
    return false
  }
}
