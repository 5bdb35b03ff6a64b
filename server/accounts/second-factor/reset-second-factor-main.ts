import { existsSync } from 'node:fs'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../db/open-database.ts'
import { orSayWhy } from '../../or-say-why.ts'
import { systemClock } from '../../platform/clock.ts'
import { keepPrivate } from '../../platform/keep-private.ts'
import { createMailer } from '../../platform/mailer.ts'
import { StartError } from '../../platform/start-error.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

const USAGE = 'npm run reset-second-factor -- name@example.org'

keepPrivate()
const done = await orSayWhy(async () => {
  const [email, ...more] = process.argv.slice(2)
  if (!email || email.startsWith('-') || more.length > 0) throw new StartError(USAGE)
  const config = readConfig(process.env)
  if (!existsSync(config.databaseFile)) throw new StartError(`there is no database in ${config.databaseFile}`)
  const onLost = (error: Error) => {
    throw error
  }
  const database = await openDatabase(config.databaseFile, { readers: 1, onLost })
  try {
    // a server that runs sends the mail when it next looks
    const wakeMails = () => undefined
    return await resetSecondFactor({ database, clock: systemClock, mailer: createMailer(config), wakeMails }, email)
  } finally {
    await database.close()
  }
})
process.stdout.write(`${done}\n`)
