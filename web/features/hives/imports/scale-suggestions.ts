import type { ImportFindings, ImportMapping, ImportQuantity } from '#domain/hives/import.ts'
import { guessQuantities } from '#domain/platform/csv-heading.ts'
import { harmlessCell, rowName } from '#domain/platform/csv-row.ts'
import type { Target } from './import-screen.tsx'

type Names = NonNullable<ImportFindings['names']>
type ScalesByName = NonNullable<ImportMapping['names']>

/** The cells of a row that say whose it is. */
export const cellsOf = ({ of = [], value }: Names['values'][number]): string[] => [...of, value]

const keyOf = (cells: readonly string[] = []) => JSON.stringify(cells)
const folded = (text: string) => rowName(text).toLocaleLowerCase()

const chosenIn = (before: ScalesByName | undefined) => new Map(before?.rows.map((row) => [keyOf(row.cells), row]))

/**
 * Returns for each name the scale that its rows are probably for: the one chosen before, or the one that is called so, as in our own
 * exports; undefined if that is not certain. `before`: the scales by name that were chosen last; `quantities`: what the rows of each name
 * hold, if that is not the same for all.
 */
export function suggestScales(
  values: Names['values'],
  targets: readonly Target[],
  before: ScalesByName | undefined,
  quantities: readonly (ImportQuantity | undefined)[] = values.map(() => 'weight'),
): (number | undefined)[] {
  const chosen = chosenIn(before)
  const suggested = values.map((value, at) => {
    const cells = cellsOf(value)
    const same = chosen.get(keyOf(cells))
    if (same) return same.scaleId
    if (!quantities[at]) return undefined
    const written = new Set(cells.map(folded))
    const isWritten = (text: string) => written.has(folded(text)) || written.has(folded(harmlessCell(text)))
    const named = targets.filter(({ name }) => isWritten(name))
    const placed = named.filter(({ place }) => isWritten(place))
    const [one, ...others] = placed.length > 0 ? placed : named
    if (one && others.length === 0) return one.id
    const isOnlyOne =
      values.filter(({ of }, i) => keyOf(of) === keyOf(value.of) && quantities[i] === quantities[at]).length === 1
    if (!isOnlyOne) return undefined
    return value.of ? chosen.get(keyOf(value.of))?.scaleId : targets.length === 1 ? targets[0]?.id : undefined
  })
  const places = suggested.map((id, at) => id && `${id} ${quantities[at]}`)
  return suggested.map((id, at) => (places.indexOf(places[at]) === places.lastIndexOf(places[at]) ? id : undefined))
}

/**
 * Returns for each name what its rows probably hold, by its words or as chosen before; undefined if the names do not say several
 * quantities.
 */
export function suggestQuantities(
  values: Names['values'],
  before: ScalesByName | undefined,
): (ImportQuantity | undefined)[] | undefined {
  const chosen = chosenIn(before)
  const words = guessQuantities(
    values.map(({ value }) => value),
    values.map(() => true),
  )
  const suggested = values.map((value, at) => chosen.get(keyOf(cellsOf(value)))?.quantity ?? words[at] ?? undefined)
  return new Set(suggested.filter((quantity) => quantity !== undefined)).size > 1 ? suggested : undefined
}
