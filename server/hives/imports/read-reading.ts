import { temperatureFault } from '#domain/hives/doctor/field-fault.ts'
import type { ImportFault, ImportFindings, ImportMapping, ImportQuantity, ImportUnit } from '#domain/hives/import.ts'
import { createLocalClock, createRowClock } from '#domain/hives/local-clock.ts'
import {
  EARLIEST_TIME_SECONDS,
  FUTURE_TOLERANCE_SECONDS,
  WEIGHT_MAXIMUM_GRAMS,
  WEIGHT_MINIMUM_GRAMS,
} from '#domain/hives/reading.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { centiFromCelsius, gramsFromKg, permilleFromPercent } from '#domain/hives/units.ts'
import { type DecimalMark, parseClock, parseDecimal, parseWrittenTime, splitUnit } from '#domain/platform/csv-value.ts'
import { createRowFilter, createRowGuide } from './row-name.ts'

const SHOWN_CHARACTERS = 40
const kgIn: Record<ImportUnit, number> = { kg: 1, g: 0.001, lb: 0.453_592_37 }
const kg = (unit: ImportUnit) => (value: number) => gramsFromKg(value * kgIn[unit])
const fahrenheit = (value: number) => centiFromCelsius((value - 32) / 1.8)

export type ImportedReading = { scaleId: number; time: number; weight: number; temperature: number; humidity: number }
export type RowFault = ImportFindings['faults'][number]
export type ReadRow = { readings: ImportedReading[]; faults: RowFault[] }

type ToInteger = (value: number) => number
/** `units`: how values are converted that have a unit of their own. `faultOf`: why an integer is not possible; undefined if it is. */
type Limits = {
  toInteger: ToInteger
  units: ReadonlyMap<string, ToInteger>
  faultOf: (integer: number) => ImportFault | undefined
}
const unitsOf: Record<ImportQuantity, ReadonlyMap<string, ToInteger>> = {
  weight: new Map([
    ['kg', kg('kg')],
    ['g', kg('g')],
    ['lb', kg('lb')],
    ['lbs', kg('lb')],
  ]),
  temperature: new Map([
    ['c', centiFromCelsius],
    ['f', fahrenheit],
  ]),
  humidity: new Map([['%', permilleFromPercent]]),
}

const outside =
  (minimum: number, maximum: number, code: ImportFault) =>
  (integer: number): ImportFault | undefined =>
    integer < minimum || integer > maximum ? code : undefined

/**
 * Turns the rows that the mapping reads into readings, in file order: one for each scale that has a value. Faulty cells are left out individually, by the same
 * rules as for transmitters. `nowSeconds` is the server's clock; times before `closedBefore` are rejected.
 */
export function createReadingReader(mapping: ImportMapping, nowSeconds: number, closedBefore: number) {
  const isRead = createRowFilter(mapping)
  const receiversOf = createReceivers(mapping)
  const limits: Record<ImportQuantity, Limits> = {
    weight: {
      toInteger: kg(mapping.unit),
      units: unitsOf.weight,
      faultOf: outside(WEIGHT_MINIMUM_GRAMS, WEIGHT_MAXIMUM_GRAMS, 'weight_out_of_range'),
    },
    temperature: {
      toInteger: mapping.temperatureUnit === 'F' ? fahrenheit : centiFromCelsius,
      units: unitsOf.temperature,
      faultOf: temperatureFault,
    },
    humidity: {
      toInteger: permilleFromPercent,
      units: unitsOf.humidity,
      faultOf: outside(0, 1000, 'humidity_out_of_range'),
    },
  }

  function timeOf(cells: readonly string[], timeOfRow: Receivers['timeOfRow']): number | ImportFault {
    const day = cells[mapping.timeColumn] ?? ''
    if (day === '') return 'time_missing'
    const ofDay = mapping.clockColumn === null ? '' : (cells[mapping.clockColumn] ?? '')
    if (ofDay !== '' && !parseClock(ofDay)) return 'time_invalid'
    const written = parseWrittenTime(ofDay === '' ? day : `${day} ${ofDay}`, mapping.dateOrder)
    if (!written) return 'time_invalid'
    const time = 'epoch' in written ? written.epoch : timeOfRow(written.local)
    if (time > nowSeconds + FUTURE_TOLERANCE_SECONDS) return 'time_in_future'
    if (time < EARLIEST_TIME_SECONDS) return 'time_before_start'
    return time < closedBefore ? 'time_too_old' : time
  }

  return (cells: readonly string[], line: number): ReadRow => {
    // spreadsheets write rows of separators below a table
    const to = cells.some((cell) => cell !== '') && isRead(cells) ? receiversOf(cells) : undefined
    if (!to) return { readings: [], faults: [] }
    const time = timeOf(cells, to.timeOfRow)
    const fault = (column: number | null, code: ImportFault): RowFault => {
      return { line, column, value: column === null ? '' : (cells[column] ?? '').slice(0, SHOWN_CHARACTERS), code }
    }
    if (typeof time === 'string') return { readings: [], faults: [fault(mapping.timeColumn, time)] }
    const row: ReadRow = { readings: [], faults: [] }
    for (const [scaleId, columns] of to.columns) {
      const reading: ImportedReading = { scaleId, time, weight: ABSENT, temperature: ABSENT, humidity: ABSENT }
      for (const { column, quantity } of columns) {
        const value = cellValue(cells[column] ?? '', mapping.decimal, limits[quantity])
        if (typeof value === 'number') reading[quantity] = value
        else row.faults.push(fault(column, value === 'invalid' ? `${quantity}_invalid` : value))
      }
      const says = reading.weight !== ABSENT || reading.temperature !== ABSENT || reading.humidity !== ABSENT
      if (says) row.readings.push(reading)
    }
    if (row.readings.length === 0 && row.faults.length === 0) row.faults.push(fault(null, 'values_missing'))
    return row
  }
}

type Columns = ImportMapping['columns']
/** The scales that rows are for, with their columns, and the clock that these rows follow. */
type Receivers = { columns: ReadonlyMap<number, Columns>; timeOfRow: (local: number) => number }

/** Returns who receives a row; undefined if nobody does. */
function createReceivers({ zone, columns, names }: ImportMapping): (cells: readonly string[]) => Receivers | undefined {
  const clock = createLocalClock({ timeZone: zone })
  const receivers = (columns: ReadonlyMap<number, Columns>): Receivers => {
    return { columns, timeOfRow: createRowClock(clock) }
  }
  if (!names) {
    const all = receivers(Map.groupBy(columns, ({ scaleId }) => scaleId))
    return () => all
  }
  const nameOf = createRowGuide(names)
  const byName = new Map(
    names.rows.map((name) => {
      const { scaleId, quantity } = name
      return [name, receivers(new Map([[scaleId, quantity ? columns.map((one) => ({ ...one, quantity })) : columns]]))]
    }),
  )
  return (cells) => byName.get(nameOf(cells)!)
}

function cellValue(
  text: string,
  decimal: DecimalMark,
  { toInteger, units, faultOf }: Limits,
): number | 'invalid' | ImportFault {
  const { number: written, unit } = splitUnit(text)
  const number = parseDecimal(written, decimal)
  if (number === null) return ABSENT
  const convert = unit === '' ? toInteger : units.get(unit.toLowerCase().replace('°', ''))
  if (number === undefined || !convert) return 'invalid'
  const integer = convert(number)
  return faultOf(integer) ?? integer
}
