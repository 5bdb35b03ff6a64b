import { type ImportFindings, type ImportMapping, LISTED_NAMES, ROW_NAME_MAXIMUM } from '#domain/hives/import.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { guessQuantities, headingsOf, namingRankOf } from '#domain/platform/csv-heading.ts'
import { rowName } from '#domain/platform/csv-row.ts'
import { type DecimalMark, parseDecimal, splitUnit } from '#domain/platform/csv-value.ts'
import type { ImportedReading } from './read-reading.ts'
import { createRowGuide } from './row-name.ts'

const COLUMNS_MAXIMUM = 32
const NAMES_MAXIMUM = 1000
const TIMES_MAXIMUM = 1024
/** How many of both are kept at least of each of many scales. */
const KEPT_MINIMUM = 32
/** How many times with contradictory rows there are at least: a few occur in any table. */
const CONTRADICTORY = { count: 2, share: 0.01 }
/** How many contradictions a column explains at least. Words need not explain all, since several columns may hold names. */
const EXPLAINED = { words: 1 / 3, numbers: 0.99 }
/** How often each name occurs on average at least: what occurs once is a note or counts the rows. */
const ROWS_A_NAME = 2

/** Comes before the ranks of headings. */
const ASKED = 3

const quantities = ['weight', 'temperature', 'humidity'] as const

/** `quantities`: one bit for each quantity that its rows have. */
type Name = { text: string; rows: number; from: number; to: number; quantities: number }
type NamedRow = { readings: readonly ImportedReading[]; names: readonly (Name | undefined)[] }
type Column = { at: number; names: Map<string, Name>; isComplete: boolean; explained: number }

/**
 * Looks for a column that says whose each row is, if rows of several would be mixed: rows of the same time contradict each other and this
 * column tells them apart, or its heading is about hives or sensors, or its words about quantities, and the times of its names overlap; or
 * the mapping asks for it. Where names lead to scales already, the rows of each are looked at by themselves. Keeps some names and a sample
 * of the times, so that it takes the same memory for any file.
 */
export function createNameFinder(mapping: ImportMapping) {
  const known = mapping.names?.rows ?? [undefined]
  const kept = (most: number) => Math.max(KEPT_MINIMUM, Math.floor(most / known.length))
  const limits = { names: kept(NAMES_MAXIMUM), times: kept(TIMES_MAXIMUM) }
  const parts = new Map(known.map((row) => [row, { of: row?.cells, finder: createPartFinder(mapping, limits) }]))
  const nameOf = mapping.names ? createRowGuide(mapping.names) : () => undefined

  return {
    add(cells: readonly string[], readings: readonly ImportedReading[]): void {
      const [first] = readings
      if (first) parts.get(nameOf(cells))?.finder.add(cells, readings, first.time)
    },

    /** Returns undefined if nothing would be mixed, or it was said that all rows belong together. `head`: the rows above the readings. */
    get(head: readonly string[][]): ImportFindings['names'] {
      const column = [...parts.values()].map(({ finder }) => finder.find(head)).find((found) => found !== undefined)
      if (column === undefined) return undefined
      const lists = [...parts.values()].map(({ of, finder }) => ({ of, ...finder.namesIn(column) }))
      const values = lists.flatMap(({ of, names }) =>
        names.map(({ text, rows }) => ({ value: text, rows, ...(of && { of }) })),
      )
      return {
        column,
        values: values.sort((a, b) => b.rows - a.rows).slice(0, LISTED_NAMES),
        isComplete: values.length <= LISTED_NAMES && lists.every(({ isComplete }) => isComplete),
      }
    },
  }
}

/** Looks at rows that all are for the same scales. */
function createPartFinder(mapping: ImportMapping, limits: { names: number; times: number }) {
  const { timeColumn, clockColumn, decimal, only = [], names } = mapping
  const values = mapping.columns.map(({ column }) => column)
  const otherwiseUsed = new Set([timeColumn, clockColumn, ...values, ...(names?.columns ?? [])])
  const isAnswered = only.some(({ value }) => value === null)
  const asked = new Set(only.flatMap(({ column, value }) => (value === undefined ? [column] : [])))
  const columns: Column[] = []
  const sample = new Map<number, NamedRow>()
  let sampledBelow = 2 ** 32
  let width = 0
  let times = 0
  let contradictions = 0

  function widen(to: number): void {
    for (; width < to; width++) {
      if (otherwiseUsed.has(width) || (columns.length >= COLUMNS_MAXIMUM && !asked.has(width))) continue
      columns.push({ at: width, names: new Map(), isComplete: true, explained: 0 })
    }
  }

  function compare(time: number, row: NamedRow): void {
    if (hashOf(time) >= sampledBelow) return
    const before = sample.get(time)
    if (before && contradict(before.readings, row.readings)) {
      contradictions++
      for (const [i, column] of columns.entries()) {
        const [one, other] = [before.names[i], row.names[i]]
        if (one && other && one.text !== other.text) column.explained++
      }
    } else if (!before) {
      times++
      sample.set(time, row)
      if (sample.size > limits.times) thinOut()
    }
  }

  function thinOut(): void {
    sampledBelow /= 2
    for (const time of sample.keys()) if (hashOf(time) >= sampledBelow) sample.delete(time)
  }

  function isNaming({ at, names, isComplete, explained }: Column, kind: Kind, rank: number): boolean {
    if (isAnswered || asked.has(at)) return asked.has(at) && names.size > 1
    if (kind === 'measures' || names.size < 2) return false
    const all = [...names.values()]
    const recur = doRecur(all)
    if (rank > 0 && (kind === 'words' || (recur && isComplete)) && overlap(all)) return true
    const isContradictory = contradictions >= Math.max(CONTRADICTORY.count, CONTRADICTORY.share * times)
    return isContradictory && recur && explained >= EXPLAINED[kind] * contradictions
  }

  return {
    add(cells: readonly string[], readings: readonly ImportedReading[], time: number): void {
      widen(cells.length)
      const bits = readings.reduce((sum, reading) => sum | bitsOf(reading), 0)
      const names = columns.map((column) => nameIn(column, cells[column.at] ?? '', limits.names))
      for (const name of names) {
        if (!name) continue
        name.rows++
        name.from = Math.min(name.from, time)
        name.to = Math.max(name.to, time)
        name.quantities |= bits
      }
      compare(time, { readings, names })
    },

    find(head: readonly string[][]): number | undefined {
      const headings = headingsOf(head, width)
      const [found] = columns
        .map((column) => {
          const kind = kindOf(column.names.keys(), decimal)
          const said = rankOf(headings[column.at] ?? '', kind) || Number(saysQuantities(column, kind))
          return { column, kind, rank: asked.has(column.at) ? ASKED : said }
        })
        .filter(({ column, kind, rank }) => isNaming(column, kind, rank))
        .sort(
          (a, b) =>
            b.rank - a.rank ||
            Number(a.kind === 'numbers') - Number(b.kind === 'numbers') ||
            b.column.explained - a.column.explained,
        )
      return found?.column.at
    },

    namesIn(at: number): { names: Name[]; isComplete: boolean } {
      const column = columns.find((column) => column.at === at)
      return { names: [...(column?.names.values() ?? [])], isComplete: column?.isComplete ?? true }
    },
  }
}

/** Returns undefined for a text too long to be a name. If there are too many, it is not kept. */
function nameIn(column: Column, cell: string, most: number): Name | undefined {
  const same = column.names.get(cell)
  if (same) return same
  const text = rowName(cell)
  const known = column.names.get(text)
  if (known) return known
  const isName = text.length <= ROW_NAME_MAXIMUM
  column.isComplete &&= isName && column.names.size < most
  if (!isName) return undefined
  const name = { text, rows: 0, from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY, quantities: 0 }
  if (column.names.size < most) column.names.set(text, name)
  return name
}

type Kind = 'words' | 'numbers' | 'measures'

/** Names are words or whole numbers; what has decimals was measured. */
function kindOf(names: Iterable<string>, decimal: DecimalMark): Kind {
  let [words, numbers, measures] = [0, 0, 0]
  for (const name of names) {
    const number = parseDecimal(splitUnit(name).number, decimal)
    if (number === undefined) words++
    else if (number !== null) Number.isInteger(number) ? numbers++ : measures++
  }
  if (words > numbers + measures) return 'words'
  return measures > 0 ? 'measures' : 'numbers'
}

/** Numbers below a heading such as `Scale 2` or `Scale (kg)` are those of a scale. */
const rankOf = (heading: string, kind: Kind): number =>
  kind === 'numbers' && /\d|(^|[^a-z])(kg|g|lbs?|°?[cf]|%)($|[^a-z])/i.test(heading) ? 0 : namingRankOf(heading)

const doRecur = (names: readonly Name[]): boolean =>
  names.reduce((sum, { rows }) => sum + rows, 0) >= ROWS_A_NAME * names.length

/** Whether the words below a heading are those of several quantities. */
function saysQuantities({ names }: Column, kind: Kind): boolean {
  if (kind !== 'words' || !doRecur([...names.values()])) return false
  const texts = [...names.keys()]
  const said = guessQuantities(
    texts,
    texts.map(() => true),
  )
  return new Set(said.filter((quantity) => quantity !== null)).size > 1
}

const hashOf = (time: number): number => Math.imul(time, 0x9e_37_79_b1) >>> 0

const bitsOf = (reading: ImportedReading): number =>
  quantities.reduce((bits, name, at) => (reading[name] === ABSENT ? bits : bits | (1 << at)), 0)

const contradict = (some: readonly ImportedReading[], others: readonly ImportedReading[]): boolean =>
  some.some((one) =>
    others.some(
      (other) =>
        one.scaleId === other.scaleId &&
        quantities.some((name) => one[name] !== ABSENT && other[name] !== ABSENT && one[name] !== other[name]),
    ),
  )

/** Whether two names have the same quantity in the same span of time. */
function overlap(names: readonly Name[]): boolean {
  const named = names.filter(({ text }) => text !== '')
  return named.some((one, i) =>
    named
      .slice(i + 1)
      .some((other) => one.from <= other.to && other.from <= one.to && (one.quantities & other.quantities) !== 0),
  )
}
