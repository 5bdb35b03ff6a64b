import { ABSENT, type RawColumnName, type RawTile, rawColumnNames } from '#domain/hives/tiles/timeline-tile.ts'

/**
 * Some times of a scale's UTC day, in seconds after `from`, ascending. For each time, the columns with any value there are meant; if
 * none has one, all columns are.
 */
export type DayTimes = { scaleId: number; from: number; time: Int32Array; columns?: RawTile['columns'] }
type Marked = Pick<RawTile, 'columns'>

/** The columns that are marked at a position, or all of them if none is. */
export function meantColumns({ columns }: Marked, at: number): readonly RawColumnName[] {
  const marked = rawColumnNames.filter((name) => (columns[name]?.[at] ?? ABSENT) !== ABSENT)
  return marked.length > 0 ? marked : rawColumnNames
}

/**
 * Removes the meant values of a day, and times that are left without values; empty if the day had none of them. A day that loses its
 * last reading stays as an empty tile: only an existing tile, by its new revision, can tell devices that something is gone.
 */
export function removeFromDay(
  { scaleId, from, time, columns: marks = {} }: DayTimes,
  tile: RawTile,
): { times: DayTimes; tile: RawTile }[] {
  const meant = new Map(Array.from(time, (offset, at) => [offset, meantColumns({ columns: marks }, at)]))
  const isMeant = (name: RawColumnName, row: number) => meant.get(tile.time[row]!)?.includes(name) === true
  const says = (name: RawColumnName, row: number) => (tile.columns[name]?.[row] ?? ABSENT) !== ABSENT
  const rows = Array.from(tile.time.keys())
  const ofTimes = rows.filter((row) => meant.has(tile.time[row]!))
  const bare = new Set(ofTimes.filter((row) => !rawColumnNames.some((name) => says(name, row) && !isMeant(name, row))))
  const touched = ofTimes.filter(
    (row) => bare.has(row) || rawColumnNames.some((name) => says(name, row) && isMeant(name, row)),
  )
  if (touched.length === 0) return []
  const left = rows.filter((row) => !bare.has(row))
  const columns: RawTile['columns'] = {}
  for (const name of rawColumnNames) {
    const column = tile.columns[name]
    const values = column && Int32Array.from(left, (row) => (isMeant(name, row) ? ABSENT : column[row]!))
    if (values?.some((value) => value !== ABSENT)) columns[name] = values
  }
  return [
    {
      times: { scaleId, from, time: Int32Array.from(touched, (row) => tile.time[row]!) },
      tile: {
        level: 'raw',
        from,
        length: left.length,
        time: Int32Array.from(left, (row) => tile.time[row]!),
        columns,
      },
    },
  ]
}
