import { readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100
/** Of `/proc/<pid>/stat`, counted behind the name, which may hold anything: user and system time in ticks. */
const [USER, SYSTEM] = [11, 12]

/** What a process with all its threads has taken of the processors so far, in seconds; Linux alone says so. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS_A_SECOND
}
