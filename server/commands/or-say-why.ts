import { setImmediate as nextTurn } from 'node:timers/promises'
import { ConfigError } from '../platform/config/config.ts'
import { toStartError } from '../platform/runtime/start-error.ts'

/** In the first, the events of the current one may still be under way. */
const TURNS = 2

/** Starts a program. If settings, disk or database prevent that, exits with a one-line message saying why. */
export async function orSayWhy<Started>(start: () => Started | Promise<Started>): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    const known = error instanceof ConfigError ? error : toStartError(error)
    if (!known) throw error
    console.error(known.message)
    // a migration lets nothing else happen: whether the log could be written is only known afterwards
    for (let turn = 0; turn < TURNS; turn++) await nextTurn()
    process.exit(2)
  }
}
