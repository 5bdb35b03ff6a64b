import { type ImportFindings, type ImportMapping, LISTED_FAULTS, scaleIdsOf } from '#domain/hives/import.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { splitTable } from '#domain/platform/csv-layout.ts'
import { parseDecimal, splitUnit } from '#domain/platform/csv-value.ts'
import type { Deps } from '../../deps.ts'
import { readClosedBefore } from '../timeline/read-closed.ts'
import { createNameFinder } from './find-names.ts'
import { createCurve } from './import-curve.ts'
import { createKnownTimes } from './known-times.ts'
import { createReadingReader, type ImportedReading } from './read-reading.ts'
import { readRows } from './read-rows.ts'

const TOLD_EVERY_ROWS = 20_000
/** The most points of a curve, of the curves of many scales together, and of the shortest that still shows a season. */
const CURVE_POINTS = 240
const ALL_POINTS = 4800
const CURVE_POINTS_LEAST = 40

/**
 * Reads a whole file as an import would, without storing anything. `lines`: its first rows. `told` receives the progress in bytes. Throws
 * `UnreadableFile`.
 */
export async function checkImport(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  source: { file: string; encoding: string; lines: readonly string[]; mapping: ImportMapping },
  told: (bytesDone: number) => Promise<void>,
): Promise<ImportFindings> {
  const { file, encoding, lines, mapping } = source
  const head = mapping.hasHeader ? splitTable(lines, mapping.separator).head : []
  const read = createReadingReader(mapping, Math.floor(clock.now() / 1000), await readClosedBefore(db))
  const isNew = createKnownTimes(db)
  const names = createNameFinder(mapping)
  const scaleIds = scaleIdsOf(mapping)
  const points = Math.min(CURVE_POINTS, Math.max(CURVE_POINTS_LEAST, ALL_POINTS / scaleIds.length))
  const scales = new Map(scaleIds.map((scaleId) => [scaleId, createScaleFindings(points)]))
  const findings = { rows: 0, readings: 0, duplicates: 0, rejected: 0 }
  const faults: ImportFindings['faults'] = []
  let rowsAbove = mapping.hasHeader ? Math.max(1, head.length) : 0
  const firstRow = rowsAbove
  for await (const { cells, line, bytesDone } of readRows(file, { encoding, separator: mapping.separator })) {
    if (rowsAbove > 0 && (rowsAbove-- === firstRow || isTitle(cells, mapping))) continue
    if (++findings.rows % TOLD_EVERY_ROWS === 0) await told(bytesDone)
    const row = read(cells, line)
    findings.rejected += row.faults.length
    faults.push(...row.faults.slice(0, LISTED_FAULTS - faults.length))
    names.add(cells, row.readings)
    for (const reading of row.readings) {
      if (await isNew(reading)) {
        findings.readings++
        scales.get(reading.scaleId)!.add(reading)
      } else findings.duplicates++
    }
  }
  const ofScales = [...scales].map(([scaleId, scale]) => ({ scaleId, ...scale.get() }))
  return { ...findings, faults, scales: ofScales, names: names.get(head) }
}

/** Whether a row above the readings, such as one of titles or units, has no measurement that would be lost. */
const isTitle = (cells: readonly string[], { columns, decimal }: ImportMapping): boolean =>
  columns.every(({ column }) => typeof parseDecimal(splitUnit(cells[column] ?? '').number, decimal) !== 'number')

function createScaleFindings(points: number) {
  const curve = createCurve(points)
  const found = {
    readings: 0,
    from: null as number | null,
    to: null as number | null,
    weightMin: null as number | null,
    weightMax: null as number | null,
  }
  return {
    add({ time, weight }: ImportedReading): void {
      found.readings++
      found.from = Math.min(found.from ?? time, time)
      found.to = Math.max(found.to ?? time, time)
      if (weight === ABSENT) return
      const kg = kgFromGrams(weight)
      found.weightMin = Math.min(found.weightMin ?? kg, kg)
      found.weightMax = Math.max(found.weightMax ?? kg, kg)
      curve.add(time, kg)
    },
    get: () => ({ ...found, curve: curve.get() }),
  }
}
