import type { ImportFindings, ImportMapping, ImportQuantity } from '#domain/hives/import.ts'
import { guessQuantities } from '#domain/platform/csv-heading.ts'
import { harmlessCell, rowName } from '#domain/platform/csv-row.ts'
import { foldText } from '#domain/platform/search-words.ts'
import type { Target } from './target.ts'

type Names = NonNullable<ImportFindings['names']>
type ScalesByName = NonNullable<ImportMapping['names']>

/** The cells of a row that say whose it is. */
export const cellsOf = ({ of = [], value }: Names['values'][number]): string[] => [...of, value]

const keyOf = (cells: readonly string[] = []) => JSON.stringify(cells)
const folded = (text: string) => rowName(text).toLocaleLowerCase()

/** The words of a text between spaces, so that those of a name are found within others, as in `sensor.volk_3_weight`. */
const wordsOf = (text: string): string =>
  ` ${foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** A scale with the words that tell it from others. */
const signOf = (target: Target) => ({ ...target, nameWords: wordsOf(target.name), placeWords: wordsOf(target.place) })

/** Returns the scale that is called like one of the cells, or else the one whose name is part of one; undefined if that may be several. */
function namedBy(cells: readonly string[], scales: readonly ReturnType<typeof signOf>[]): number | undefined {
  const written = new Set(cells.map(folded))
  const words = cells.map(wordsOf)
  const isWritten = (text: string) => written.has(folded(text)) || written.has(folded(harmlessCell(text)))
  const isMentioned = (text: string) => text.trim() !== '' && words.some((cell) => cell.includes(text))
  const called = scales.filter(({ name }) => isWritten(name))
  const mentioned = called.length > 0 ? [] : scales.filter(({ nameWords }) => isMentioned(nameWords))
  // `Volk` is part of `Volk 3`
  const longest = Math.max(...mentioned.map(({ nameWords }) => nameWords.length))
  const named = [...called, ...mentioned.filter(({ nameWords }) => nameWords.length === longest)]
  const placed = named.filter(({ place, placeWords }) => isWritten(place) || isMentioned(placeWords))
  const [one, ...others] = placed.length > 0 ? placed : named
  return others.length === 0 ? one?.id : undefined
}

const chosenIn = (before: ScalesByName | undefined) => new Map(before?.rows.map((row) => [keyOf(row.cells), row]))

/**
 * Returns for each name the scale that its rows are probably for: the one chosen before, the one that is called so, as in our own exports, or
 * the one whose name is part of it, as Home Assistant calls sensors; undefined if that is not certain. `before`: the scales by name that
 * were chosen last; `quantities`: what the rows of each name hold, if that is not the same for all.
 */
export function suggestScales(
  values: Names['values'],
  targets: readonly Target[],
  before: ScalesByName | undefined,
  quantities: readonly (ImportQuantity | undefined)[] = values.map(() => 'weight'),
): (number | undefined)[] {
  const chosen = chosenIn(before)
  const scales = targets.map(signOf)
  const suggested = values.map((value, at) => {
    const cells = cellsOf(value)
    const same = chosen.get(keyOf(cells))
    if (same) return same.scaleId
    if (!quantities[at]) return undefined
    const named = namedBy(cells, scales)
    if (named !== undefined) return named
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
