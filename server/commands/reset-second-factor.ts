import { existsSync } from 'node:fs'
import { resetSecondFactor } from '../people/accounts/second-factor/reset-second-factor.ts'
import { createMailer } from '../platform/adapters/mailer.ts'
import { readConfig } from '../platform/config/config.ts'
import { systemClock } from '../platform/runtime/clock.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { openStore } from '../store/open-store.ts'
import { orSayWhy } from './or-say-why.ts'

const USAGE = 'npm run reset-second-factor -- name@example.org'

keepPrivate()
const done = await orSayWhy(async () => {
  const [email, ...more] = process.argv.slice(2)
  if (!email || email.startsWith('-') || more.length > 0) throw new StartError(USAGE)
  const config = readConfig(process.env)
  if (config.database.kind === 'file' && !existsSync(config.database.file)) {
    throw new StartError(`there is no database in ${config.database.file}`)
  }
  const onLost = (error: Error) => {
    throw error
  }
  const database = await openStore(config.database, { readers: 1, onLost })
  try {
    // a server that runs sends the mail when it next looks
    const wakeMails = () => undefined
    return await resetSecondFactor({ database, clock: systemClock, mailer: createMailer(config), wakeMails }, email)
  } finally {
    await database.close()
  }
})
process.stdout.write(`${done}\n`)
