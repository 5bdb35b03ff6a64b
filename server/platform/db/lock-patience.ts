import { isLocked } from './lane.ts'
import type { SqliteHandle } from './open-sqlite.ts'

const PATIENCE_MS = 1000
/** After somebody has waited in vain, nobody else waits for this long: those in line fail at once. */
const IN_VAIN_FOR_MS = 1000

/** Sets how long a write waits while another process writes to the file. */
export function createLockPatience(sqlite: SqliteHandle) {
  let isPatient: boolean | undefined
  let patientFrom = 0
  return {
    /** To be called before any statement on the connection. */
    set(): void {
      const mayWait = performance.now() >= patientFrom
      if (mayWait === isPatient) return
      sqlite.pragma(`busy_timeout = ${mayWait ? PATIENCE_MS : 0}`)
      isPatient = mayWait
    },
    note(error: unknown): void {
      if (isLocked(error)) patientFrom = performance.now() + IN_VAIN_FOR_MS
    },
  }
}
