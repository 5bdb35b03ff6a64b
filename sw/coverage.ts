export type Span = { from: number; to: number }

/** A span of a series in which everything is known up to the server's change `cursor`; `confirmedAt` in epoch ms. */
export type Run = Span & { cursor: number; confirmedAt: number }

/** What the server's answer covers in a span: everything or, with `since`, only what changed after that cursor. */
export type Confirmation = Run & { since?: number | undefined }

/** Returns the parts of `runs` within a span, in order. */
export function runsIn(runs: readonly Run[], { from, to }: Span): Run[] {
  return runs
    .filter((run) => run.from < to && run.to > from)
    .map((run) => ({ ...run, from: Math.max(run.from, from), to: Math.min(run.to, to) }))
}

/** Returns what remains of `runs` if a span is no longer known. */
export const withoutSpan = (runs: readonly Run[], { from, to }: Span): Run[] => [
  ...runsIn(runs, { from: Number.NEGATIVE_INFINITY, to: from }),
  ...runsIn(runs, { from: to, to: Number.POSITIVE_INFINITY }),
]

/** Returns the parts of a span that no run covers, in order. */
export function gapsIn(runs: readonly Run[], { from, to }: Span): Span[] {
  const gaps: Span[] = []
  let at = from
  for (const run of runsIn(runs, { from, to })) {
    if (run.from > at) gaps.push({ from: at, to: run.from })
    at = run.to
  }
  if (at < to) gaps.push({ from: at, to })
  return gaps
}

/**
 * Returns the runs after an answer, and the spans whose tiles it replaces. A part changes only if the answer is newer than what is known
 * and connects to it: changes since 10 say nothing about a part known up to 5, or not at all.
 */
export function confirm(runs: readonly Run[], answer: Confirmation): { runs: Run[]; replaced: Span[] } {
  const next: Run[] = []
  const replaced: Span[] = []
  const { since, ...confirmed } = answer
  const edges = new Set([answer.from, answer.to])
  for (const run of runs) edges.add(run.from).add(run.to)
  const sorted = [...edges].sort((a, b) => a - b)
  for (let i = 0; i + 1 < sorted.length; i++) {
    const part = { from: sorted[i]!, to: sorted[i + 1]! }
    const [known] = runsIn(runs, part)
    const inAnswer = part.from >= answer.from && part.to <= answer.to
    const joins = inAnswer && (since === undefined || (known !== undefined && known.cursor >= since))
    if (joins && (known === undefined || known.cursor < answer.cursor)) {
      next.push({ ...confirmed, ...part })
      replaced.push(part)
    } else if (joins && known !== undefined && known.cursor === answer.cursor) {
      next.push({ ...known, confirmedAt: Math.max(known.confirmedAt, answer.confirmedAt) })
    } else if (known !== undefined) {
      next.push(known)
    }
  }
  return { runs: joined(next), replaced }
}

function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  for (const run of runs) {
    const last = result[result.length - 1]
    const same = last && last.to === run.from && last.cursor === run.cursor && last.confirmedAt === run.confirmedAt
    if (same) last.to = run.to
    else result.push({ ...run })
  }
  return result
}
