/** The first index whose value, of some in rising order, is at or after `at`; the length where none is. */
export function indexFrom(ordered: ArrayLike<number>, at: number): number {
  let low = 0
  let high = ordered.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ordered[middle]! < at) low = middle + 1
    else high = middle
  }
  return low
}
