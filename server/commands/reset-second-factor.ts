import { resetSecondFactor } from '../people/accounts/second-factor/reset-second-factor.ts'
import { createMailer } from '../platform/adapters/mailer.ts'
import { readConfig } from '../platform/config/config.ts'
import { systemClock } from '../platform/runtime/clock.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { openExisting } from './open-existing.ts'
import { orSayWhy } from './or-say-why.ts'

const USAGE = 'npm run reset-second-factor -- name@example.org'

keepPrivate()
const done = await orSayWhy(async () => {
  const [email, ...more] = process.argv.slice(2)
  if (!email || email.startsWith('-') || more.length > 0) throw new StartError(USAGE)
  const config = readConfig(process.env)
  const database = await openExisting(config.database)
  try {
    // a running server sends the mail the next time it looks
    const wakeMails = () => undefined
    return await resetSecondFactor({ database, clock: systemClock, mailer: createMailer(config), wakeMails }, email)
  } finally {
    await database.close()
  }
})
process.stdout.write(`${done}\n`)
