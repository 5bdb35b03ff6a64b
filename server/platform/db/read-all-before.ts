/**
 * Reads all rows of a list that is read newest first and only so many at a time. `readBefore` reads the newest part before
 * a bound; `boundOf` returns the bound at which the oldest row of a part is still included, so that none of the same moment is skipped.
 */
export async function readAllBefore<Row extends { id: number | string }>(
  bound: number,
  readBefore: (bound: number) => Promise<readonly Row[]>,
  boundOf: (oldest: Row) => number,
): Promise<Row[]> {
  const found = new Map<Row['id'], Row>()
  for (let before = bound; ; ) {
    const part = await readBefore(before)
    const unseen = part.filter(({ id }) => !found.has(id))
    for (const row of unseen) found.set(row.id, row)
    if (unseen.length === 0) return [...found.values()]
    before = boundOf(part.at(-1)!)
  }
}
