import { ConfigError } from '../platform/config/config.ts'
import { toStartError } from '../platform/runtime/start-error.ts'

/** Starts a program. If settings, disk or database prevent that, exits with a one-line message saying why. */
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
