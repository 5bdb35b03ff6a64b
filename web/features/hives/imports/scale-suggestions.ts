import type { ImportFindings, ImportMapping } from '#domain/hives/import.ts'
import { harmlessCell, rowName } from '#domain/platform/csv-row.ts'
import type { Target } from './import-screen.tsx'

type Names = NonNullable<ImportFindings['names']>
type ScalesByName = NonNullable<ImportMapping['names']>

/** The cells of a row that say whose it is. */
export const cellsOf = ({ of = [], value }: Names['values'][number]): string[] => [...of, value]

const keyOf = (cells: readonly string[] = []) => JSON.stringify(cells)
const folded = (text: string) => rowName(text).toLocaleLowerCase()

/**
 * Returns for each name the scale that its rows are probably for: the one chosen before, or the one that is called so, as in our own
 * exports; undefined if that is not certain. `before`: the scales by name that were chosen last.
 */
export function suggestScales(
  values: Names['values'],
  targets: readonly Target[],
  before: ScalesByName | undefined,
): (number | undefined)[] {
  const chosen = new Map(before?.rows.map(({ cells, scaleId }) => [keyOf(cells), scaleId]))
  const suggested = values.map((value) => {
    const cells = cellsOf(value)
    const same = chosen.get(keyOf(cells))
    if (same !== undefined) return same
    const written = new Set(cells.map(folded))
    const isWritten = (text: string) => written.has(folded(text)) || written.has(folded(harmlessCell(text)))
    const named = targets.filter(({ name }) => isWritten(name))
    const placed = named.filter(({ place }) => isWritten(place))
    const [one, ...others] = placed.length > 0 ? placed : named
    if (one && others.length === 0) return one.id
    const isOnlyOne = values.filter(({ of }) => keyOf(of) === keyOf(value.of)).length === 1
    return isOnlyOne ? chosen.get(keyOf(value.of)) : undefined
  })
  return suggested.map((id) => (suggested.indexOf(id) === suggested.lastIndexOf(id) ? id : undefined))
}
