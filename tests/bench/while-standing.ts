import type { ChildProcess } from 'node:child_process'

/** Suspends a process while something is measured: the work it has left, such as compaction, then happens during its own runs. */
export async function whileStanding<Result>(
  other: ChildProcess | undefined,
  measure: () => Promise<Result>,
): Promise<Result> {
  other?.kill('SIGSTOP')
  try {
    return await measure()
  } finally {
    other?.kill('SIGCONT')
  }
}
