import type { Controller } from '#domain/hives/controller.ts'
import type { Region } from '#domain/hives/regions/region.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { HeatmapMap } from '#domain/insight/heatmap.ts'
import { groupBy } from '#domain/platform/group-by.ts'
import { type HeatScale, heatScale, type Palette, stepOf } from './heat-scale.ts'

export type Gains = readonly (number | null)[]
export type HiveMark = { scaleId: number; controllerId: number; name: string; place: string; gainsGrams: Gains }
export type AreaMark = { regionId: number; name: string; geojson: Region['geojson']; gainsGrams: Gains }

/** Pixels between the centers of hives in one place. */
const HIVE_PIXELS = 17
/** The angle from each hive to the next, so that they fill a disc evenly (Vogel 1979). */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** What is on the map. `positions`: longitude, latitude and 0 for each hive; `offsets`: two pixel values for each, to the right and up. */
export type GainMarks = {
  hives: readonly HiveMark[]
  positions: Float64Array
  offsets: Float32Array
  areas: readonly AreaMark[]
  /** One scale for all days, so that a color means the same on each. */
  scale: HeatScale
}

/** Transmitters within some 100 m are in one apiary: on the map their hives would cover each other. */
export const apiaryOf = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `${latitude.toFixed(3)} ${longitude.toFixed(3)}`

/** Returns the hives at their transmitter's place, side by side in an apiary, and the regions that have an outline or a mean. */
export function gainMarks(
  { scales: gains, regions: means }: Pick<HeatmapMap, 'scales' | 'regions'>,
  controllers: readonly Pick<Controller, 'id' | 'name' | 'location'>[],
  scales: readonly Pick<Scale, 'id' | 'controllerId' | 'name' | 'channel'>[],
  regions: readonly Pick<Region, 'id' | 'name' | 'geojson'>[],
): GainMarks {
  const gainsOf = new Map(gains.map(({ scaleId, gainsGrams }) => [scaleId, gainsGrams]))
  const meansOf = new Map(means.map(({ regionId, gainsGrams }) => [regionId, gainsGrams]))
  const hives: HiveMark[] = []
  const positions: number[] = []
  const offsets: number[] = []
  const placed = controllers.flatMap(({ location, ...controller }) => (location ? [{ ...controller, location }] : []))
  for (const apiary of groupBy(placed, ({ location }) => apiaryOf(location)).values()) {
    const here = apiary.flatMap(({ id, name: place, location }) =>
      scales
        .filter((scale) => scale.controllerId === id && gainsOf.has(scale.id))
        .toSorted((a, b) => a.channel - b.channel)
        .map((scale) => ({ ...scale, place, location })),
    )
    for (const [index, { id: scaleId, controllerId, name, place, location }] of here.entries()) {
      hives.push({ scaleId, controllerId, name, place, gainsGrams: gainsOf.get(scaleId)! })
      positions.push(location.longitude, location.latitude, 0)
      const radius = here.length === 1 ? 0 : HIVE_PIXELS * 0.62 * Math.sqrt(index + 0.5) * 1.1
      offsets.push(radius * Math.cos(index * GOLDEN_ANGLE), radius * Math.sin(index * GOLDEN_ANGLE))
    }
  }
  const areas = regions.flatMap(({ id, name, geojson }): AreaMark[] =>
    geojson && meansOf.has(id) ? [{ regionId: id, name, geojson, gainsGrams: meansOf.get(id)! }] : [],
  )
  const all = [...hives, ...areas].flatMap(({ gainsGrams }) => gainsGrams)
  return {
    hives,
    positions: Float64Array.from(positions),
    offsets: Float32Array.from(offsets),
    areas,
    scale: heatScale(
      Float32Array.from(all, (grams) => (grams === null ? Number.NaN : grams / 1000)),
      'change',
    ),
  }
}

const OPAQUE = 255
/** The opacity of a region, of 255; what is below shows through. */
const AREA_ALPHA = 150

/** Returns the color of a gain as red, green, blue and alpha; transparent if it is unknown. */
export function gainColor(
  grams: number | null | undefined,
  scale: HeatScale,
  palette: Palette,
): [number, number, number, number] {
  if (grams === null || grams === undefined) return [0, 0, 0, 0]
  const at = stepOf(scale, grams / 1000) * 3
  return [palette[at]!, palette[at + 1]!, palette[at + 2]!, OPAQUE]
}

export function areaColor(...of: Parameters<typeof gainColor>): [number, number, number, number] {
  const [red, green, blue, alpha] = gainColor(...of)
  return [red, green, blue, alpha === 0 ? 0 : AREA_ALPHA]
}

/** Returns the colors of all hives on every day, day by day, four bytes per hive. Made once, so that a day is just a slice. */
export function hiveColors({ hives, scale }: GainMarks, days: number, palette: Palette): Uint8Array {
  const colors = new Uint8Array(days * hives.length * 4)
  for (const [index, { gainsGrams }] of hives.entries()) {
    for (let day = 0; day < days; day++) {
      colors.set(gainColor(gainsGrams[day], scale, palette), (day * hives.length + index) * 4)
    }
  }
  return colors
}

/** Returns the last day up to `latest` with any known gain, or else the last one of all; undefined if there is none. */
export function lastKnownDay({ hives, areas }: GainMarks, days: readonly string[], latest: string): number | undefined {
  const known = days.flatMap((date, day) =>
    [...hives, ...areas].some(({ gainsGrams }) => (gainsGrams[day] ?? null) !== null) ? [{ date, day }] : [],
  )
  return (known.findLast(({ date }) => date <= latest) ?? known.at(-1))?.day
}
