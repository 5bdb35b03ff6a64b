const FAR = 3

/** The number of letters to add, remove, change or swap with a neighbor (Damerau 1964, optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

/** Returns the known word that somebody probably meant by a misspelled one; undefined if none is close enough. */
export function similarWord(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((one) => ({ one, far: distance(word.toLowerCase().slice(0, 60), one.toLowerCase()) }))
    .filter(({ one, far }) => far < FAR && far < one.length / 2)
  return near.sort((a, b) => a.far - b.far)[0]?.one
}
