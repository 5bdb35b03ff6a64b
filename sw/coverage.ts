export type Span = { from: number; to: number }

/** A span of a series of which everything up to the server's change `cursor` is known; `confirmedAt` epoch ms. */
export type Run = Span & { cursor: number; confirmedAt: number }

/** What an answer of the server says about a span: all of it, or with `since` only what changed after that cursor. */
export type Confirmation = Run & { since?: number | undefined }

/** The parts of `runs` within a span, in order. */
export function runsIn(runs: readonly Run[], { from, to }: Span): Run[] {
  return runs
    .filter((run) => run.from < to && run.to > from)
    .map((run) => ({ ...run, from: Math.max(run.from, from), to: Math.min(run.to, to) }))
}

/** What is left of `runs` when nothing is known of a span any more. */
export const withoutSpan = (runs: readonly Run[], { from, to }: Span): Run[] => [
  ...runsIn(runs, { from: Number.NEGATIVE_INFINITY, to: from }),
  ...runsIn(runs, { from: to, to: Number.POSITIVE_INFINITY }),
]

/** The parts of a span that no run covers, in order. */
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
 * The runs after an answer, and the spans whose tiles it replaces. A part changes only where the answer is newer than what
 * is known and joins on to it: what changed since 10 says nothing about a part that is known up to 5, or not at all.
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
