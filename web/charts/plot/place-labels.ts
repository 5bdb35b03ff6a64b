/**
 * Moves labels apart that want to stand at the heights `wanted` (px from the top), each `lineHeight` tall, within `height`:
 * in their order, each as near to its curve as the others let it. Labels that do not fit all are none: undefined.
 */
export function placeLabels(wanted: readonly number[], height: number, lineHeight: number): number[] | undefined {
  if (wanted.length * lineHeight > height) return undefined
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]! || a - b)
  const placed = new Array<number>(wanted.length)
  let floor = lineHeight / 2
  for (const index of order) {
    placed[index] = Math.max(wanted[index]!, floor)
    floor = placed[index]! + lineHeight
  }
  let ceiling = height - lineHeight / 2
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index]!, ceiling)
    ceiling = placed[index]! - lineHeight
  }
  return placed
}
