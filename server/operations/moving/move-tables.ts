import { StartError } from '../../platform/runtime/start-error.ts'
import { createRowSum } from './row-sum.ts'
import type { Part, Side, Source, Table, Target } from './side.ts'
import { inOrder } from './table-order.ts'

/** The progress of a table. `after`: the key of its last row, base64. `sum`: over all rows so far, as the source returned them. */
type Moved = { rows: number; bytes: number; replaced: number; sum: string; after?: string; isWhole: boolean }
type Progress = Record<string, Moved>

export type Step = {
  does: 'moving' | 'comparing'
  table: string
  rows: number
  of: number
  allRows: number
  ofAll: number
}
export type Totals = { tables: number; rows: number; bytes: number; replaced: number }

const NOTHING: Moved = { rows: 0, bytes: 0, replaced: 0, sum: '', isWhole: false }

/**
 * Moves all rows of all tables, continuing where an earlier run stopped, and compares both sides: the numbers of rows, and their sums,
 * computed from the source's rows while they were read. Throws StartError if they differ; the target then stays marked.
 */
export async function moveTables(source: Source, target: Target, told: (step: Step) => void): Promise<Totals> {
  const tables = inOrder(await tablesOfBoth(source, target))
  const counts = new Map<string, number>()
  for (const table of tables) counts.set(table.name, await source.count(table))
  const ofAll = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const kept = target.progress()
  const progress: Progress = kept ? JSON.parse(kept) : {}
  if (!kept) await target.begin(tables, '{}')

  let allRows = Object.values(progress).reduce((sum, { rows }) => sum + rows, 0)
  for (const table of tables) {
    const of = counts.get(table.name)!
    for await (const rows of moveTable(table, source, target, progress)) {
      allRows += rows
      told({ does: 'moving', table: table.name, rows: progress[table.name]!.rows, of, allRows, ofAll })
    }
  }

  allRows = 0
  for (const table of tables) {
    const of = counts.get(table.name)!
    const expected = { ...progress[table.name]!, count: of, last: await source.lastCounted(table) }
    if (table.counted && expected.last > 0n) await target.countOn(table, expected.last)
    await compare(table, expected, source, target, (rows) =>
      told({ does: 'comparing', table: table.name, rows, of, allRows: allRows + rows, ofAll }),
    )
    allRows += of
  }
  const moved = Object.values(progress)
  const total = (of: (one: Moved) => number) => moved.reduce((sum, one) => sum + of(one), 0)
  return {
    tables: tables.length,
    rows: total((one) => one.rows),
    bytes: total((one) => one.bytes),
    replaced: total((one) => one.replaced),
  }
}

/** The tables that exist on both sides; those that migrations create on only one engine are left out. Throws if the columns of a table differ. */
async function tablesOfBoth(source: Side, target: Side): Promise<Table[]> {
  const [ofSource, ofTarget] = [await source.tables(), await target.tables()]
  return ofSource.filter((table) => {
    const other = ofTarget.find(({ name }) => name === table.name)
    const columns = ({ columns }: Table) => JSON.stringify(columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (other && columns(other) !== columns(table))
      throw new Error(`${table.name} has different columns in ${target.place}`)
    return other !== undefined
  })
}

/** Yields the number of further rows moved. */
async function* moveTable(table: Table, source: Source, target: Target, progress: Progress): AsyncGenerator<number> {
  const { name } = table
  const before = progress[name] ?? NOTHING
  if (before.isWhole) return
  const sum = createRowSum(before.sum)
  const now = { ...before }
  const count = (part: Part): void => {
    for (const row of part.rows) {
      sum.add(row)
      now.bytes += row.length
    }
    now.rows += part.rows.length
    now.replaced += part.replaced
    now.sum = sum.toString()
    now.after = part.last.toString('base64')
  }
  const kept = () => {
    progress[name] = { ...now }
    return JSON.stringify(progress)
  }
  const parts = source.parts(table, before.after ? Buffer.from(before.after, 'base64') : undefined)
  if (table.refersTo.includes(name)) {
    // its rows refer to each other, possibly to later ones: write all of them in one statement
    const counted = (async function* () {
      for await (const part of parts) {
        count(part)
        yield part
      }
    })()
    now.isWhole = true
    await target.write(table, counted, kept)
    yield now.rows - before.rows
    return
  }
  for await (const part of parts) {
    count(part)
    await target.write(table, [part], kept)
    yield part.rows.length
  }
  now.isWhole = true
  kept()
}

type Expected = { rows: number; sum: string; count: number; last: bigint }

async function compare(
  table: Table,
  expected: Expected,
  source: Side,
  target: Side,
  told: (rows: number) => void,
): Promise<void> {
  const sum = createRowSum()
  let rows = 0
  for await (const part of target.parts(table, undefined)) {
    for (const row of part.rows) sum.add(row)
    rows += part.rows.length
    told(rows)
  }
  const wanted = expected.sum || createRowSum().toString()
  const last = await target.lastCounted(table)
  const isSame =
    rows === expected.count && rows === expected.rows && sum.toString() === wanted && last === expected.last
  if (isSame) return
  const of = (count: number, hash: string, counted: bigint) => `${count} rows (hash ${hash}, last number ${counted})`
  throw new StartError(
    `table ${table.name} is not the same on both sides: ${source.place} has ${of(expected.count, wanted, expected.last)}, ` +
      `${target.place} ${of(rows, sum.toString(), last)}; empty the target and start over`,
  )
}
