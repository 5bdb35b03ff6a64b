/**
 * Spreads labels out so that they do not overlap. They should be at the heights `wanted` (px from the top), are each `lineHeight` tall and must stay within
 * `height`; they keep their order, each as close to its curve as the others allow. Returns undefined if they do not all fit.
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
