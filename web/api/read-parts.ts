/**
 * Reads all of a list of which the server answers only the newest `maximum` up to a time. `read` gets that time, undefined at first, as `oldestOf`
 * returns it for a part; rows with the same `keyOf` are the same.
 */
export async function readParts<Row>(
  maximum: number,
  read: (to: string | undefined) => Promise<readonly Row[]>,
  { oldestOf, keyOf }: { oldestOf: (part: readonly Row[]) => string; keyOf: (row: Row) => string },
): Promise<Row[]> {
  const found = new Map<string, Row>()
  for (let to: string | undefined; ; ) {
    const part = await read(to)
    const known = found.size
    for (const row of part) found.set(keyOf(row), row)
    if (part.length < maximum || found.size === known) return [...found.values()]
    to = oldestOf(part)
  }
}
