import { ConfigError } from '../platform/config/config.ts'
import { toStartError } from '../platform/runtime/start-error.ts'

/** Starts a program; what cannot be, a setting or the state of disk and database, ends it with the one line that says so. */
export async function orSayWhy<Started>(start: () => Started | Promise<Started>): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    const known = error instanceof ConfigError ? error : toStartError(error)
    if (!known) throw error
    console.error(known.message)
    process.exit(2)
  }
}
