import { type LoadCells, summedChannel } from '#domain/hives/controller.ts'
import { FIELDS_A_ROW, Field, fieldOf, type ReadingRows } from '#domain/hives/reading.ts'

/** Readings by scale; `parts[i]` are the rows of the request that make up reading `i`, without those in `incomplete`. */
export type CombinedReadings = { readings: ReadingRows; parts: number[][]; incomplete: number[] }

/**
 * With 2 or 4 load cells combined, neighboring cells (1 and 2, 3 and 4, …) form one scale on the summed channels 1, 2, 4, 8: its
 * weight is the sum of all its cells at one time. Temperature and humidity are those of the lowest cell that has them. `incomplete`:
 * rows whose weight is left out because other cells are missing from the request, as when one is broken; what else they measured is kept.
 */
export function combineLoadCells(rows: ReadingRows, loadCells: Exclude<LoadCells, 1>): CombinedReadings {
  const groups = new Map<string, number[]>()
  for (let row = 0; row < rows.length; row++) {
    const cell = fieldOf(rows, row, 'channel')
    // A reading of the controller itself is not combined.
    const key = cell === 0 ? `row ${row}` : `${summedChannel(cell, loadCells)} ${fieldOf(rows, row, 'time')}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const readings: ReadingRows = { length: 0, values: new Float64Array(groups.size * FIELDS_A_ROW) }
  const parts: number[][] = []
  const incomplete: number[] = []
  for (const group of groups.values()) {
    const weighed = group.filter((row) => !Number.isNaN(fieldOf(rows, row, 'weight')))
    const cells = new Set(weighed.map((row) => fieldOf(rows, row, 'channel')))
    const combined = sum(rows, group, loadCells)
    const isShort = fieldOf(rows, group[0]!, 'channel') !== 0 && cells.size > 0 && cells.size < loadCells
    if (isShort) {
      incomplete.push(...weighed)
      combined[Field.weight] = Number.NaN
      if (Number.isNaN(combined[Field.temperature]) && Number.isNaN(combined[Field.humidity])) continue
    }
    readings.values.set(combined, FIELDS_A_ROW * readings.length++)
    parts.push(isShort ? group.filter((row) => !weighed.includes(row)) : group)
  }
  return { readings, parts, incomplete }
}

function sum(rows: ReadingRows, group: readonly number[], loadCells: LoadCells): Float64Array {
  const first = group[0]! * FIELDS_A_ROW
  const summed = rows.values.slice(first, first + FIELDS_A_ROW)
  const cell = fieldOf(rows, group[0]!, 'channel')
  if (cell === 0) return summed
  const rowsOfCell = Map.groupBy(group, (row) => fieldOf(rows, row, 'channel'))
  const cells = [...rowsOfCell].sort(([a], [b]) => a - b).map(([, ofCell]) => ofCell)
  // a cell may send its weight and its temperature in separate rows
  const present = (field: keyof typeof Field) =>
    cells.flatMap(
      (ofCell) => ofCell.map((row) => fieldOf(rows, row, field)).find((value) => !Number.isNaN(value)) ?? [],
    )
  const weights = present('weight')
  summed[Field.channel] = summedChannel(cell, loadCells)
  summed[Field.weight] = weights.length > 0 ? weights.reduce((total, weight) => total + weight, 0) : Number.NaN
  summed[Field.temperature] = present('temperature')[0] ?? Number.NaN
  summed[Field.humidity] = present('humidity')[0] ?? Number.NaN
  return summed
}
