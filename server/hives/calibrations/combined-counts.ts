import { type LoadCells, summedChannel } from '#domain/hives/controller.ts'
import { channelsOf } from '#domain/hives/scale.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'

/** A count of the converter of one cell; `time` in epoch seconds. */
type Count = { channel: number; time: number }

/**
 * The second at which a day of raw weights stores a count. Several cells of a scale count at the same time: two cells have the third and
 * fourth span of 86,400 seconds, four the fifth to eighth, so that counts stored with another number of cells are never mixed up.
 */
export const placeOf = ({ channel, time }: Count, loadCells: LoadCells): number =>
  (time % DAY_SECONDS) + (loadCells === 1 ? 0 : loadCells + ((channel - 1) % loadCells)) * DAY_SECONDS

/** The channels of the cells that form the scale on a channel. */
export function cellsOf(channel: number, loadCells: LoadCells): number[] {
  const at = channelsOf(loadCells).indexOf(channel)
  return at < 0 ? [] : Array.from({ length: loadCells }, (_, i) => at * loadCells + i + 1)
}

/** The counts whose other cells are missing: without them there is no weight. */
export function incompleteCounts<Row extends Count>(rows: readonly Row[], loadCells: LoadCells): Set<Row> {
  const groups = Map.groupBy(rows, ({ channel, time }) => `${summedChannel(channel, loadCells)} ${time}`)
  const isIncomplete = (group: readonly Row[]) => new Set(group.map(({ channel }) => channel)).size < loadCells
  return new Set([...groups.values()].filter(isIncomplete).flat())
}
