import path from 'node:path'
import { parseArgs } from 'node:util'
import { DAY_MS } from '#domain/platform/durations.ts'
import { requireKeys } from '../operations/nodes/node-keys.ts'
import { selectKeeper } from '../operations/nodes/node-queries.ts'
import { readConfig } from '../platform/config/config.ts'
import { systemClock } from '../platform/runtime/clock.ts'
import { randomIds } from '../platform/runtime/ids.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { createSecretBox, keepSecretKey } from '../platform/runtime/secret-box.ts'
import { isThere, StartError } from '../platform/runtime/start-error.ts'
import { checkIssue, issueOrderKeys, type OrderKeyIssue } from '../shop/subscriptions/issue-order-keys.ts'
import { openExisting } from './open-existing.ts'
import { orSayWhy } from './or-say-why.ts'

const USAGE = 'npm run order-keys -- [--years 2] [--days 30] [--count 10] [--uses 1] [--valid-days 365]'

const number = { type: 'string' } as const
const options = { years: number, days: number, count: number, uses: number, 'valid-days': number }

function readIssue(): OrderKeyIssue {
  try {
    const { values } = parseArgs({ options })
    const whole = (name: keyof typeof options, fallback: number) => {
      const text = values[name] ?? String(fallback)
      if (!/^\d{1,6}$/.test(text)) throw new RangeError(`--${name} is ${text}; it should be a whole number`)
      return Number(text)
    }
    const validDays = whole('valid-days', 0)
    const issue = {
      term: { years: whole('years', 0), days: whole('days', 0) },
      count: whole('count', 1),
      uses: whole('uses', 1),
      source: 'script',
      expiresAt: validDays > 0 ? systemClock.now() + validDays * DAY_MS : null,
    }
    checkIssue(issue)
    return issue
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`, { cause: error })
  }
}

keepPrivate()
const keys = await orSayWhy(async () => {
  const issue = readIssue()
  const { database: place, filesDir } = readConfig(process.env)
  if (!isThere(path.join(filesDir, 'secret.key'))) {
    throw new StartError(
      `there is no secret.key in ${filesDir}, and no server accepts the keys without it: set DATA_DIR and FILES_DIR as for the server`,
    )
  }
  const database = await openExisting(place)
  try {
    const known = place.kind === 'postgres' ? (await selectKeeper(database.db))?.keys : undefined
    if (known) await requireKeys(filesDir, known)
    const secrets = createSecretBox(await keepSecretKey(filesDir))
    return await issueOrderKeys({ database, clock: systemClock, ids: randomIds, secrets }, issue)
  } finally {
    await database.close()
  }
})
process.stdout.write(`${keys.join('\n')}\n`)
