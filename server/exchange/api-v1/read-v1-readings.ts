import type { Kysely } from 'kysely'
import type { V1Reading } from '#domain/exchange/api-v1.ts'
import { clipTile } from '#domain/hives/tiles/tile-clip.ts'
import { ABSENT, type Level, levelNumber, type Tile, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { celsiusFromCenti, kgFromGrams, percentFromPermille } from '#domain/hives/units.ts'
import { wholeTile } from '../../hives/timeline/whole-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { cursorOf, keyOf } from './page-after.ts'
import { selectTilesOf } from './reading-queries.ts'
import { type TableFormat, tableText } from './table-text.ts'

/** `scales` ordered by id; `from` and `to` in epoch seconds, `to` exclusive; `cursor`: as returned with the previous page. */
export type V1ReadingsInput = {
  scales: { id: number; name: string }[]
  from: number
  to: number
  level: Level
  limit: number
  cursor?: string | undefined
  format: TableFormat
}

const columns = ['scaleId', 'scale', 'time', 'weight', 'temperature', 'humidity']

/** Reader thread task: returns a page of readings ready to send, scale by scale, each in chronological order. Damaged data leaves a gap. */
export async function readV1Readings(
  db: Kysely<Tables>,
  { scales, from, to, level, limit, cursor, format }: V1ReadingsInput,
): Promise<{ text: string; nextCursor: string | null }> {
  const after = placeOf(cursor)
  const rows: V1Reading[] = []
  for (const scale of scales) {
    if (rows.length > limit) break
    if (scale.id < after.scaleId) continue
    const begin = scale.id === after.scaleId ? Math.max(from, after.time + 1) : from
    if (begin >= to) continue
    const range = { scaleId: scale.id, level: levelNumber[level], from: tileSpan(level, begin).from, to }
    for (const { bytes } of await selectTilesOf(db, range)) {
      const tile = wholeTile(bytes)
      if (tile) addRows(rows, clipTile(tile, begin, to), scale)
      if (rows.length > limit) break
    }
  }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const isOver = rows.length <= limit || last === undefined
  const nextCursor = isOver ? null : cursorOf(`${last.scaleId} ${Date.parse(last.time) / 1000}`)
  return { text: tableText(shown, { columns, format, nextCursor }), nextCursor }
}

/** Decodes a cursor; an unreadable one means the beginning. */
function placeOf(cursor: string | undefined): { scaleId: number; time: number } {
  const parts = /^(\d{1,15}) (\d{1,12})$/.exec(cursor === undefined ? '' : keyOf(cursor))
  return { scaleId: Number(parts?.[1] ?? 0), time: Number(parts?.[2] ?? 0) }
}

function addRows(rows: V1Reading[], tile: Tile, scale: { id: number; name: string }): void {
  const weights = tile.level === 'raw' ? tile.columns.weight : tile.columns.weightLast
  const { temperature, humidity } = tile.columns
  const at = (column: Int32Array | undefined, i: number, unit: (stored: number) => number) =>
    column === undefined || column[i] === ABSENT ? null : unit(column[i]!)
  for (let i = 0; i < tile.length; i++) {
    rows.push({
      scaleId: scale.id,
      scale: scale.name,
      time: new Date((tile.from + tile.time[i]!) * 1000).toISOString(),
      weight: at(weights, i, kgFromGrams),
      temperature: at(temperature, i, celsiusFromCenti),
      humidity: at(humidity, i, percentFromPermille),
    })
  }
}
