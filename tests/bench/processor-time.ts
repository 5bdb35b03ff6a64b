import { readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100
/** Indexes in `/proc/<pid>/stat`, counted after the name (which may contain anything): user and system time in ticks. */
const [USER, SYSTEM] = [11, 12]

/** The processor time that a process with all its threads has used so far, in seconds; available on Linux only. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS_A_SECOND
}
