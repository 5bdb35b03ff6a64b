import type { ChildProcess } from 'node:child_process'

/** Holds a process still while something is measured: what it still has to do, such as compaction, falls into its own runs. */
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
