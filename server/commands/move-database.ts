import { parseArgs } from 'node:util'
import { type Address, readAddress } from '../operations/moving/address.ts'
import { answerMeanwhile } from '../operations/moving/answer-meanwhile.ts'
import { moveDatabase } from '../operations/moving/move-database.ts'
import { createStepTelling } from '../operations/moving/tell-step.ts'
import { wordsAfter } from '../operations/moving/words-after.ts'
import { requireOwner } from '../operations/upkeep/data-folder/require-owner.ts'
import { readConfig } from '../platform/config/config.ts'
import { systemClock } from '../platform/runtime/clock.ts'
import { randomIds } from '../platform/runtime/ids.ts'
import { keepPrivate } from '../platform/runtime/keep-private.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { orSayWhy } from './or-say-why.ts'

const USAGE =
  'npm run move-database -- --from file:data/hivewatch.sqlite --to postgres://user:password@host/db [--no-answer]'

function readOptions(): { from: Address; to: Address; answers: boolean } {
  const text = { type: 'string' } as const
  try {
    const options = { from: text, to: text, answer: { type: 'boolean', default: true } } as const
    const { values } = parseArgs({ options, allowNegative: true })
    return { from: readAddress('--from', values.from), to: readAddress('--to', values.to), answers: values.answer }
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`, { cause: error })
  }
}

keepPrivate()
const said = await orSayWhy(async () => {
  const { from, to, answers } = readOptions()
  // the options say where the database is
  const config = readConfig({ ...process.env, DATABASE_URL: undefined })
  requireOwner(config.dataDir)
  const telling = createStepTelling(process.stderr, systemClock)
  const begunAt = systemClock.now()
  const answer = async () => {
    const meanwhile = await answerMeanwhile(config)
    if (!meanwhile)
      telling.line(`port ${config.port} is in use by another program: clients do not get a 503 during the move`)
    return meanwhile
  }
  const deps = { run: randomIds.token(), told: telling.line, onStep: telling.step, ...(answers ? { answer } : {}) }
  const totals = await moveDatabase(deps, { from, to, dataDir: config.dataDir })
  telling.line('')
  return wordsAfter({ from, to, dataDir: config.dataDir, totals, seconds: (systemClock.now() - begunAt) / 1000 })
})
process.stdout.write(said)
