import { ownQuantity } from '#domain/hives/own-quantity.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { RawColumnName } from '#domain/hives/tiles/timeline-tile.ts'

/** The source of a curve: a column of a scale, or of a controller (then `seriesId` is the negative controller id, as in tiles). */
export type SeriesSource = { seriesId: number; column: RawColumnName }

/** A curve's name in the state and the address: `12` the weight of scale 12, `12t` its temperature, `c3b` controller 3's battery. */
export type SeriesKey = string

const letters = { weight: '', temperature: 't', humidity: 'h', battery: 'b', signal: 's' } as const satisfies Record<
  RawColumnName,
  string
>
// only the letters are needed here; the tile code loads with the charts
const columns = new Map(Object.entries(letters).map(([column, letter]) => [letter as string, column as RawColumnName]))

export function seriesKey({ seriesId, column }: SeriesSource): SeriesKey {
  return `${seriesId < 0 ? 'c' : ''}${Math.abs(seriesId)}${letters[column]}`
}

/** Returns the source that a key names; undefined for an invalid key, such as a scale's battery. */
export function parseSeriesKey(key: SeriesKey): SeriesSource | undefined {
  const match = /^(c?)([1-9]\d{0,8})([a-z]?)$/.exec(key)
  if (!match) return undefined
  const [, controller, id, letter] = match
  const column = columns.get(letter!)
  if (!column) return undefined
  if (controller ? column === 'weight' : column === 'battery' || column === 'signal') return undefined
  return { seriesId: controller ? -Number(id) : Number(id), column }
}

/** The main quantity of a scale: its weight, or what the sensor in its place measures. Of a type that only a newer server knows, the weight if it has one. */
export const ownColumn = (type: Scale['type']): (typeof ownQuantity)[Scale['type']] => ownQuantity[type] ?? 'weight'

export const ownSeries = ({ id, type }: Pick<Scale, 'id' | 'type'>): SeriesKey =>
  seriesKey({ seriesId: id, column: ownColumn(type) })
