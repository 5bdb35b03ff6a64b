/** Numbers as a PostgreSQL array literal. */
export const numbersOf = (numbers: readonly (number | null)[]): string =>
  `{${numbers.map((number) => (number === null ? 'null' : number)).join()}}`

/** Joins several byte arrays into one: as an array they would be sent as text, twice as long. `starts` count from 1, as `substring` does. */
export function bytesOf(parts: readonly Uint8Array[]): { starts: string; sizes: string; bytes: Uint8Array } {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  const starts: number[] = []
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    starts.push(at + 1)
    at += part.length
  }
  return { starts: numbersOf(starts), sizes: numbersOf(parts.map(({ length }) => length)), bytes }
}
