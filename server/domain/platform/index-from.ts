/** Returns the index of the first value at or after `at` in ascending values; the length if there is none. */
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
