import type { Table } from './side.ts'

/** Sorts tables so that each comes after those its rows refer to. Throws if they refer to each other in a circle. */
export function inOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const isReady = (table: Table) =>
    table.refersTo.every((name) => name === table.name || ordered.some((before) => before.name === name))
  let left = [...tables].sort((a, b) => (a.name < b.name ? -1 : 1))
  while (left.length > 0) {
    const ready = left.filter(isReady)
    if (ready.length === 0) throw new Error(`tables refer to each other: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return ordered
}
