import { writtenNumber } from '#domain/platform/written-number.ts'
import { inWords, type Meaning } from '../../hives/unknown-fields/known-fields.ts'
import type { KnownDevice } from './decode-fields.ts'
import { MISSING, NEVER_NUMBERS, nameWithTags, senderNames, storable } from './sender-name.ts'

type Fields = Record<string, unknown>
type Column = { at: number; name: string }
type Meanings = ReadonlyMap<string, Meaning>

/** Headings of a column that says whose each row is. */
const headings = new Set([
  ...senderNames.filter((name) => !NEVER_NUMBERS.test(name)),
  ...['scale', 'colony', 'volk', 'beute', 'stock', 'ruche', 'colonie', 'colmena'],
])
const scaleQuantities = new Set(['weight', 'rawWeight', 'rawCorner'])
const plainQuantities = new Set([...scaleQuantities, 'temperature', 'humidity'])

/** The column that names the hive or device of each row: with decimals in it, it is a measurement. */
export const senderColumn = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { assigned }: KnownDevice,
): number | null =>
  columns.find(({ at, name }) => {
    if (!headings.has(inWords(name)) || assigned.has(name)) return false
    return rows.every((cells) => Number.isInteger(writtenNumber(cells[at])?.number ?? 0))
  })?.at ?? null

/** The fields of a row by a name in it, `buche_weight`, and what they mean: nothing, until their owner says it. */
export function underSender(fields: Fields, sender: string, meanings: Meanings, assigned: Meanings) {
  const unsaid: string[] = []
  const named = Object.entries(fields).map(([name, value]) => {
    if (!isPlain(name, meanings, assigned, plainQuantities)) return [name, value] as const
    const full = nameWithTags(sender, name, assigned)
    unsaid.push(full)
    return [full, value] as const
  })
  return {
    fields: Object.fromEntries(named),
    assigned: new Map([...meanings, ...unsaid.map((name) => [name, null] as const), ...assigned]),
  }
}

/**
 * Whose rows a table has. Weights of several never meet on channel 1: it is that of the transmitter's first hive, else of the first one here
 * (`newHive`). `senderOf`: the name in a cell, if it is that of another one.
 */
export function createTableSenders(
  cells: readonly { cell: string; fields: Fields }[],
  meanings: Meanings,
  { assigned, firstHive = null }: KnownDevice,
): { newHive: string | undefined; senderOf: (cell: string) => string | undefined } {
  const isWeighing = (fields: Fields) =>
    Object.keys(fields).some((name) => isPlain(name, meanings, assigned, scaleQuantities))
  const weighing = new Set(cells.flatMap(({ cell, fields }) => (isWeighing(fields) ? (nameIn(cell) ?? []) : [])))
  const [found] = weighing
  const first = firstHive ?? found
  return {
    newHive: firstHive === null ? found : undefined,
    senderOf(cell) {
      const name = nameIn(cell)
      return name !== undefined && name !== first && weighing.has(name) ? name : undefined
    },
  }
}

const nameIn = (cell: string): string | undefined => (cell === '' || MISSING.test(cell) ? undefined : storable(cell))

/** Whether a column's quantity is that of channel 1, as no number and nobody says another. */
function isPlain(name: string, meanings: Meanings, assigned: Meanings, quantities: ReadonlySet<string>): boolean {
  const meaning = meanings.get(name)
  return meaning?.channel === 1 && quantities.has(meaning.quantity) && !assigned.has(name)
}
