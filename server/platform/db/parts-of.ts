/** Splits items into parts of `size`, in order; the last may be smaller. Without items there are no parts. */
export function* partsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
