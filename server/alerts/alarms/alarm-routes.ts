import { Hono } from 'hono'
import * as v from 'valibot'
import { Alarm, AlarmReply, AlarmVerdictBody, WeightJump } from '#domain/alerts/alarm.ts'
import { toAlarm } from '#domain/alerts/to-alarm.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { Moment } from '#domain/platform/moment.ts'
import type { Deps } from '../../deps.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { requireScales } from '../../hives/scales/visible-scales.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import { madeAt } from '../../platform/http/device-clock.ts'
import type { Env, SignedIn } from '../../platform/http/env.ts'
import { IdListText, IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { selectJumps } from './alarm-list-queries.ts'
import { judgeAlarm } from './judge-alarm.ts'
import { readAlarm } from './read-alarm.ts'
import { readAlarms } from './read-alarms.ts'
import { readHandJumps } from './read-hand-jumps.ts'

const DEFAULT_SPAN_SECONDS = 30 * 86_400

const epochSeconds = v.optional(
  v.pipe(
    Moment,
    v.transform((text) => Math.floor(Date.parse(text) / 1000)),
  ),
)
const AlarmQuery = v.object({
  scales: v.optional(IdListText),
  from: epochSeconds,
  to: epochSeconds,
  open: v.optional(v.picklist(['1'])),
})
const JumpQuery = v.object({ scales: IdListText, from: epochSeconds, to: epochSeconds })

export const alarmRoutes = (deps: Deps) => {
  const { db } = deps.database

  /** Defaults: the last 30 days if there is no start, everything if there is no end. */
  function spanOf(query: { from?: number | undefined; to?: number | undefined }) {
    const to = query.to ?? Number.MAX_SAFE_INTEGER
    const nowSeconds = Math.floor(deps.clock.now() / 1000)
    return { from: query.from ?? Math.min(to, nowSeconds) - DEFAULT_SPAN_SECONDS, to, nowSeconds }
  }

  async function placesOf(account: SignedIn, scales: number[] | undefined) {
    const { accountId } = account
    if (!scales) return { accountId, controllerIds: (await visibleControllers(db, account)).map(({ id }) => id) }
    const visible = await requireScales(db, account, scales, 'read')
    return { accountId, controllerIds: [...new Set(visible.map(({ controllerId }) => controllerId))], scaleIds: scales }
  }

  return new Hono<Env>()
    .get(
      '/alarm',
      answers('alarm', 'Alarms of these scales, or of all your own and watched transmitters', v.array(Alarm)),
      requireAccount,
      validate('query', AlarmQuery),
      async (c) => {
        const query = c.req.valid('query')
        const { nowSeconds, ...span } = spanOf(query)
        const places = await placesOf(signedIn(c), query.scales)
        return c.json(await readAlarms(db, { ...places, ...span, openAt: query.open ? nowSeconds : undefined }))
      },
    )
    .get(
      '/alarm/:id',
      answers('alarm', 'One alarm, of any age', Alarm),
      requireAccount,
      validate('param', IdParameter),
      async (c) => c.json(await readAlarm(db, signedIn(c), c.req.valid('param').id)),
    )
    .post(
      '/alarm/:id',
      answers('alarm', 'Say whether the alarm was right; null withdraws the verdict', AlarmReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', AlarmVerdictBody),
      async (c) => {
        const { verdict } = c.req.valid('json')
        const made = madeAt(c, deps.clock.now())
        const row = await judgeAlarm(deps, signedIn(c), c.req.valid('param').id, verdict, made)
        const message = translate(c.get('locale'), `alarm.message.${verdict === null ? 'undone' : 'judged'}`)
        return c.json({ message, ...toAlarm(row) })
      },
    )
    .get(
      '/jump',
      answers(
        'alarm',
        'Steps in the weight, detected automatically: the newest 10,000 of the span, in order of time',
        v.array(WeightJump),
      ),
      requireAccount,
      validate('query', JumpQuery),
      async (c) => {
        const { scales, ...query } = c.req.valid('query')
        await requireScales(db, signedIn(c), scales, 'read')
        const span = spanOf(query)
        const jumps = await selectJumps(db, scales, span)
        // only as far as the jumps that are returned, whose number is limited
        const shown = { from: Number(jumps[0]?.time ?? span.from), to: Number(jumps.at(-1)?.time ?? span.from) + 1 }
        const found = [...(await readHandJumps(db, scales, shown)).values()].flat()
        const byHand = new Set(found.map(({ scaleId, time }) => `${scaleId} ${time}`))
        return c.json(
          jumps.map((jump) => ({
            scaleId: jump.scale_id,
            time: isoTime(jump.time * 1000),
            weightChange: kgFromGrams(jump.change_grams),
            byHand: byHand.has(`${jump.scale_id} ${jump.time}`),
          })),
        )
      },
    )
}
