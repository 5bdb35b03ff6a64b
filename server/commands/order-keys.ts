import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DAY_MS } from '#domain/platform/durations.ts'
import { readConfig } from '../platform/config/config.ts'
import { systemClock } from '../platform/runtime/clock.ts'
import { randomIds } from '../platform/runtime/ids.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { createSecretBox, keepSecretKey } from '../platform/runtime/secret-box.ts'
import { issueOrderKeys } from '../shop/subscriptions/issue-order-keys.ts'
import { openStore } from '../store/open-store.ts'

const USAGE = 'npm run order-keys -- [--years 2] [--days 30] [--count 10] [--uses 1] [--valid-days 365]'

const number = { type: 'string' } as const
const options = { years: number, days: number, count: number, uses: number, 'valid-days': number }

keepPrivate()
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
  const config = readConfig(process.env)
  mkdirSync(config.filesDir, { recursive: true })
  const secrets = createSecretBox(await keepSecretKey(config.filesDir))
  const onLost = (error: Error) => {
    throw error
  }
  const database = await openStore(config.database, { readers: 1, onLost })
  try {
    const keys = await issueOrderKeys({ database, clock: systemClock, ids: randomIds, secrets }, issue)
    process.stdout.write(`${keys.join('\n')}\n`)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(`${(error as Error).message}\n${USAGE}`)
  process.exitCode = 2
}
