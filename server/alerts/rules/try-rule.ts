import {
  RULE_TRIAL_MAXIMUM_DAYS,
  RULE_TRIAL_TIMES_MAXIMUM,
  type RuleTrial,
  type RuleTrialBody,
} from '#domain/alerts/rule.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { gapSecondsOf } from './gap-seconds.ts'
import { onceATransmitter } from './once-a-transmitter.ts'
import { requireHives } from './require-hives.ts'

const USUAL_DAYS = 365
/** How long one request keeps trying further hives; a hive that was begun is finished. */
const BUDGET_MS = 2000

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/**
 * Returns when a rule would have rung, by default in the last year. Changes nothing. Throws 400
 * `range_too_large`, 400 `invalid_body` for a start in the future, and as `requireHives`.
 */
export async function tryRule(
  { database, clock, ingest }: Pick<Deps, 'database' | 'clock' | 'ingest'>,
  account: SignedIn,
  { terms, after, ...chosen }: RuleTrialBody,
): Promise<RuleTrial> {
  const begun = performance.now()
  const named = (await requireHives(database.db, account, chosen)).map(({ id, controllerId }) => ({
    scaleId: id,
    controllerId,
  }))
  const hives = onceATransmitter(terms, named).sort((a, b) => a.scaleId - b.scaleId)
  const until = Math.floor(clock.now() / 1000)
  const from = chosen.from === undefined ? until - USUAL_DAYS * DAY_SECONDS : Math.floor(Date.parse(chosen.from) / 1000)
  if (from > until)
    throw new AppError(400, 'invalid_body', { issues: [{ path: 'from', code: 'wrong', detail: 'not in the past' }] })
  if (until - from > RULE_TRIAL_MAXIMUM_DAYS * DAY_SECONDS) throw new AppError(400, 'range_too_large')
  await ingest.settled(
    'briefly',
    named.map(({ controllerId }) => controllerId),
  )
  const controllers = await visibleControllers(database.db, account)
  const times: RuleTrial['times'] = []
  const left = hives.filter(({ scaleId }) => scaleId > after)
  let [readings, at] = [0, 0]
  for (; at < left.length && (at === 0 || performance.now() - begun < BUDGET_MS); at++) {
    const { scaleId, controllerId } = left[at]!
    const controller = controllers.find(({ id }) => id === controllerId)
    const found = await database.read('ruleEpisodes', {
      ...{ scaleId, controllerId, from, until },
      gapSeconds: gapSecondsOf(controller?.row.update_interval_hours ?? 1),
      rules: [{ terms, openSince: null, silentUntil: until }],
    })
    readings += found.readings
    for (const { startedAt, detectedAt, endedAt } of found.episodes[0]!) {
      const ended = endedAt === null ? null : iso(endedAt)
      times.push({ scaleId, started: iso(startedAt), detected: iso(detectedAt), ended })
    }
  }
  times.sort((a, b) => b.detected.localeCompare(a.detected) || a.scaleId - b.scaleId)
  return {
    from: iso(from),
    to: iso(until),
    hives: hives.length,
    tried: hives.length - left.length + at,
    readings,
    count: times.length,
    times: times.slice(0, RULE_TRIAL_TIMES_MAXIMUM),
    next: at < left.length ? left[at - 1]!.scaleId : null,
  }
}
