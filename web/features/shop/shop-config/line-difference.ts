type DifferenceLine = { kind: 'same' | 'added' | 'removed'; text: string; line: number }
/** Consecutive lines; lines between two parts are unchanged. */
type DifferencePart = DifferenceLine[]

const AROUND = 2
/** Beyond this size the middle is shown as all removed, then all added: the table would use too much memory. */
const CELLS_MAXIMUM = 9_000_000

/**
 * Returns the differences from `before` to `after` line by line, with two unchanged lines around each, by the longest
 * common subsequence. `line` counts from 1, in `after` or, for removed lines, in `before`.
 */
export function lineDifference(before: string, after: string): DifferencePart[] {
  return partsOf(allLines(before.split('\n'), after.split('\n')))
}

function allLines(before: string[], after: string[]): DifferenceLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const shorter = Math.min(before.length, after.length) - start
  while (end < shorter && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const middle = middleLines(before.slice(start, before.length - end), after.slice(start, after.length - end), start)
  const same = (from: number, to: number): DifferenceLine[] =>
    after.slice(from, to).map((text, index) => ({ kind: 'same', text, line: from + index + 1 }))
  return [...same(0, start), ...middle, ...same(after.length - end, after.length)]
}

function middleLines(before: string[], after: string[], start: number): DifferenceLine[] {
  const width = after.length + 1
  const isSmall = (before.length + 1) * width <= CELLS_MAXIMUM
  const common = isSmall ? new Uint16Array((before.length + 1) * width) : undefined
  const at = (i: number, j: number) => common?.[i * width + j] ?? 0
  if (common) {
    for (let i = before.length - 1; i >= 0; i--) {
      for (let j = after.length - 1; j >= 0; j--) {
        common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
      }
    }
  }
  const lines: DifferenceLine[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (common && i < before.length && before[i] === after[j]) {
      lines.push({ kind: 'same', text: after[j]!, line: start + j + 1 })
      i++
      j++
    } else if (i < before.length && (j === after.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: before[i]!, line: start + ++i })
    } else {
      lines.push({ kind: 'added', text: after[j]!, line: start + ++j })
    }
  }
  return lines
}

function partsOf(lines: DifferenceLine[]): DifferencePart[] {
  const shown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same'),
  )
  const parts: DifferencePart[] = []
  for (const [index, line] of lines.entries()) {
    if (!shown[index]) continue
    if (shown[index - 1]) parts.at(-1)!.push(line)
    else parts.push([line])
  }
  return parts
}
