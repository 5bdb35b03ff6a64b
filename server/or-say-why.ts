import { ConfigError } from './config.ts'

/** Starts a program; a setting that cannot be ends it with the one line that names it. */
export async function orSayWhy<Started>(start: () => Started | Promise<Started>): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
