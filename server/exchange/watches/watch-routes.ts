import { Hono } from 'hono'
import * as v from 'valibot'
import {
  Watch,
  WatchBody,
  WatchCodeBody,
  WatchEndedReply,
  Watching,
  WatchingReply,
  WatchReply,
} from '#domain/exchange/watch.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { clientAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter, IdText } from '../../platform/http/id-parameter.ts'
import { createGuessLimit } from '../../platform/http/limits/guess-limit.ts'
import { createRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { addWatch } from './add-watch.ts'
import { endWatch } from './end-watch.ts'
import { endWatching, removeWatcher } from './end-watching.ts'
import { readWatches, readWatching } from './read-watches.ts'
import { renewWatchCode } from './renew-watch-code.ts'

const WRONG_PER_HOUR = 10
/** Of everybody together. Beyond this, only those wait who have used up their `FORGIVEN` wrong guesses. */
const WRONG_PER_HOUR_IN_ALL = 100
const FORGIVEN = 3
/** A code that admits more watchers than a club would have at a time has leaked. */
const NEW_WATCHERS_PER_OWNER_AND_HOUR = 60

const CodeOrId = v.object({ code: v.pipe(v.string(), v.maxLength(15)) })
const WatcherParameter = v.object({ id: IdText, accountId: IdText })

export const watchRoutes = (deps: Deps) => {
  const guess = createGuessLimit({
    wrong: ['watch_code_unknown'],
    forgiven: FORGIVEN,
    account: { wrong: WRONG_PER_HOUR, withinSeconds: HOUR_SECONDS },
    address: { wrong: WRONG_PER_HOUR, withinSeconds: HOUR_SECONDS },
    everybody: { wrong: WRONG_PER_HOUR_IN_ALL, withinSeconds: HOUR_SECONDS },
  })
  const newcomers = createRateLimit(NEW_WATCHERS_PER_OWNER_AND_HOUR, HOUR_SECONDS)

  return new Hono<Env>()
    .get(
      '/controller/watches',
      answers('watch', 'Other people’s transmitters that this account watches', v.array(Watch)),
      requireAccount,
      async (c) => c.json(await readWatches(deps, signedIn(c))),
    )
    .post(
      '/controller/watches',
      answers('watch', 'Watch the transmitter with this code; repeating it changes nothing', WatchReply, 201, {
        200: WatchReply,
      }),
      requireAccount,
      validate('json', WatchBody),
      async (c) => {
        const { code } = c.req.valid('json')
        const account = signedIn(c)
        const who = { accountId: account.accountId, address: clientAddress(c, deps.config) }
        const { controllerId, isNew, rings } = await guess(who, () => addWatch(deps, account, code, newcomers))
        const watch = (await readWatches(deps, signedIn(c))).find((one) => one.controllerId === controllerId)!
        const message = translate(c.get('locale'), rings ? 'watch.message.added' : 'watch.message.addedSilently')
        return c.json({ message, ...watch }, isNew ? 201 : 200)
      },
    )
    .delete(
      '/controller/watches/:code',
      answers('watch', 'Stop watching, by the code or the number of the transmitter', WatchEndedReply),
      requireAccount,
      validate('param', CodeOrId),
      async (c) => {
        const controllerId = await endWatch(deps, signedIn(c), c.req.valid('param').code)
        return c.json({ message: translate(c.get('locale'), 'watch.message.ended'), controllerId })
      },
    )
    .get(
      '/controller/:id/watchCode',
      answers('watch', 'The code that lets others watch this transmitter, and who is watching', Watching),
      requireAccount,
      validate('param', IdParameter),
      async (c) => c.json(await readWatching(deps, signedIn(c), c.req.valid('param').id)),
    )
    .post(
      '/controller/:id/watchCode',
      answers('watch', 'Create a new code; with enabled false, switch watching off for everyone', WatchingReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', WatchCodeBody),
      async (c) => {
        const { id } = c.req.valid('param')
        const { id: requestId, enabled } = c.req.valid('json')
        if (enabled) await renewWatchCode(deps, signedIn(c), id, requestId)
        else await endWatching(deps, signedIn(c), id)
        const message = translate(c.get('locale'), enabled ? 'watch.message.renewed' : 'watch.message.off')
        return c.json({ message, ...(await readWatching(deps, signedIn(c), id)) })
      },
    )
    .delete(
      '/controller/:id/watcher/:accountId',
      answers('watch', 'Stop one account from watching this transmitter', WatchingReply),
      requireAccount,
      validate('param', WatcherParameter),
      async (c) => {
        const { id, accountId } = c.req.valid('param')
        await removeWatcher(deps, signedIn(c), id, accountId)
        const message = translate(c.get('locale'), 'watch.message.removed')
        return c.json({ message, ...(await readWatching(deps, signedIn(c), id)) })
      },
    )
}
