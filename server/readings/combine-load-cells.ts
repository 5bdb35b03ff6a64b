import { type LoadCells, SUMMED_CHANNELS } from '#domain/controller.ts'
import type { ReadingColumns } from '#domain/reading.ts'

/** One scale's reading made of one or more rows of a request; weight, temperature and humidity as in the columns. */
export type CombinedReading = {
  channel: number
  time: number
  weight: number
  temperature: number
  humidity: number
  rows: number[]
}

/**
 * Readings as scales see them. With 2 or 4 load cells combined, neighbouring cells (1 and 2, 3 and 4, …) are one scale on
 * the summed channels 1, 2, 4, 8: its weight is the sum of all its cells at one time. `incomplete` are rows whose other
 * cells are missing from the request; temperature and humidity are those of the lowest cell that has them.
 */
export function combineLoadCells(
  columns: ReadingColumns,
  loadCells: LoadCells,
): { readings: CombinedReading[]; incomplete: number[] } {
  if (loadCells === 1) {
    const rows = Array.from({ length: columns.length }, (_, row) => single(columns, row, columns.channel[row]!))
    return { readings: rows, incomplete: [] }
  }
  const groups = new Map<string, number[]>()
  for (let row = 0; row < columns.length; row++) {
    const cell = columns.channel[row]!
    const channel = cell === 0 ? cell : SUMMED_CHANNELS[Math.floor((cell - 1) / loadCells)]!
    const key = `${channel} ${columns.time[row]}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const readings: CombinedReading[] = []
  const incomplete: number[] = []
  for (const rows of groups.values()) {
    const cell = columns.channel[rows[0]!]!
    if (cell === 0) {
      for (const row of rows) readings.push(single(columns, row, cell))
      continue
    }
    const weighed = rows.filter((row) => !Number.isNaN(columns.weight[row]!))
    const cells = new Set(weighed.map((row) => columns.channel[row]))
    if (weighed.length > 0 && cells.size < loadCells) {
      incomplete.push(...rows)
      continue
    }
    readings.push(summed(columns, rows, SUMMED_CHANNELS[Math.floor((cell - 1) / loadCells)]!))
  }
  return { readings, incomplete }
}

const single = (columns: ReadingColumns, row: number, channel: number): CombinedReading => ({
  channel,
  time: columns.time[row]!,
  weight: columns.weight[row]!,
  temperature: columns.temperature[row]!,
  humidity: columns.humidity[row]!,
  rows: [row],
})

function summed(columns: ReadingColumns, rows: number[], channel: number): CombinedReading {
  const firstOfCell = new Map<number, number>()
  for (const row of rows) if (!firstOfCell.has(columns.channel[row]!)) firstOfCell.set(columns.channel[row]!, row)
  const cells = [...firstOfCell.entries()].sort(([a], [b]) => a - b).map(([, row]) => row)
  const firstOf = (column: Float64Array) => column[cells.find((row) => !Number.isNaN(column[row]!)) ?? cells[0]!]!
  const weights = cells.map((row) => columns.weight[row]!).filter((weight) => !Number.isNaN(weight))
  return {
    channel,
    time: columns.time[rows[0]!]!,
    weight: weights.length > 0 ? weights.reduce((sum, weight) => sum + weight, 0) : Number.NaN,
    temperature: firstOf(columns.temperature),
    humidity: firstOf(columns.humidity),
    rows,
  }
}
