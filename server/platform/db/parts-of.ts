/** Items in parts of `size`, in their order; the last may be smaller. With no items there are no parts. */
export function* partsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
