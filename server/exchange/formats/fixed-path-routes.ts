import { type Context, Hono } from 'hono'
import { downlinkPlaceOf } from '../../hives/lora-devices/push-interval.ts'
import { bearerOf } from '../../hives/readings/key-budgets/admit-key.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { admitSender, type FormatDeps } from './admit-sender.ts'
import { describeBeepQuery, describeFixedPath } from './describe-formats.ts'
import { readFields, readSent } from './read-fields.ts'
import { readUplink } from './read-uplink.ts'
import { takeBeelogger } from './take-beelogger.ts'
import { takeFields } from './take-fields.ts'
import { takeUplink } from './take-uplink.ts'

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** BEEP also accepts the fields inside `data`, and from its first firmwares as `t:18.4|weight_kg:57.3`. */
function fieldsIn(sent: Record<string, unknown>): Record<string, unknown> {
  const { data, ...rest } = sent
  if (isFields(data)) return { ...rest, ...data }
  if (typeof data !== 'string') return sent
  const pairs = data.split('|').flatMap((pair) => {
    const [name, value] = pair.split(':')
    return name && value !== undefined ? [[name, value] as const] : []
  })
  return { ...rest, ...Object.fromEntries(pairs) }
}

/** Tells from the body whether a LoRaWAN network or a device posts it. */
const takeAny = (deps: FormatDeps) => async (c: Context) => {
  const query = c.req.query()
  const keyInFront = bearerOf(c.req.header('authorization')) ?? query.key
  const early = keyInFront === undefined ? undefined : await admitSender(deps, c, keyInFront)
  // modems often can only GET
  const sent = c.req.method === 'POST' ? await readSent(c) : {}
  const heard = readUplink(sent, query.event)
  if (!heard && !isFields(sent)) throw new AppError(400, 'invalid_body')
  const fields = isFields(sent) ? { ...query, ...fieldsIn(sent) } : query
  const admitted = early ?? (await admitSender(deps, c, fields.key))
  if (heard) {
    const place = downlinkPlaceOf((name) => c.req.header(name), deps.config)
    return c.json(await takeUplink(deps, admitted, heard, place))
  }
  const { word, status } = await takeFields(deps, admitted, fields)
  return c.json(word, status)
}

/** BEEP's paths below `/api`, as used by firmware and webhooks in the field. */
export const fixedPathRoutes = (deps: FormatDeps) =>
  new Hono<Env>()
    .post('/sensors', describeFixedPath, takeAny(deps))
    .get('/sensors', describeBeepQuery, takeAny(deps))
    .post('/lora_sensors', describeFixedPath, takeAny(deps))

/** On a beelogger only the server's name can be changed: its folders there are part of the path. */
export const beeloggerPaths = ['/beelogger_log.php', '/:user/beelogger_log.php', '/:user/:logger/beelogger_log.php']

export const takeBeeloggerRequest = (deps: FormatDeps) => async (c: Context) => {
  const query = c.req.query()
  const sent = c.req.method === 'POST' ? await readFields(c) : {}
  const admitted = await admitSender(deps, c, query.PW ?? query.Passwort ?? sent.PW ?? sent.Passwort)
  return c.text(await takeBeelogger(deps, admitted, query, sent))
}

/** Served at the root, where the firmware expects them. */
export const beeloggerRoutes = (deps: FormatDeps) =>
  new Hono<Env>().on(['GET', 'POST'], beeloggerPaths, takeBeeloggerRequest(deps))
