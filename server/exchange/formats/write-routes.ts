import type { Context } from 'hono'
import { Hono } from 'hono'
import type { AdmittedKey } from '../../hives/readings/key-budgets/admit-key.ts'
import { noteRefused } from '../../hives/readings/refusals/note-refused.ts'
import { unpackBody } from '../../hives/readings/request/read-body.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { CHALLENGE } from '../../platform/http/connections/plain-connections.ts'
import type { Env } from '../../platform/http/env.ts'
import { admitSender, type FormatDeps } from './admit-sender.ts'
import { describeWrite } from './describe-formats.ts'
import { limitDevice } from './limit-device.ts'
import { type Precision, precisions } from './lines-message.ts'
import { influxError, takeLines } from './take-lines.ts'

/** InfluxDB's error codes by HTTP status. */
const codes: Record<number, string> = {
  401: 'unauthorized',
  413: 'request too large',
  415: 'unsupported media type',
  429: 'too many requests',
}

/** The key as InfluxDB's clients send it: a token, a user name with a password, or both in the query. */
function keyOf(c: Context): string | undefined {
  const [, scheme = '', said = ''] = /^(\w+) +(\S+)$/.exec(c.req.header('authorization') ?? '') ?? []
  if (/^(token|bearer)$/i.test(scheme)) return said
  if (/^basic$/i.test(scheme)) return Buffer.from(said, 'base64').toString().split(':').slice(1).join(':')
  return c.req.query('p')
}

const isPrecision = (text: string): text is Precision => Object.hasOwn(precisions, text)

const write = (deps: FormatDeps) => async (c: Context) => {
  let admitted: AdmittedKey | undefined
  try {
    admitted = await admitSender(deps, c, keyOf(c))
    const precision = c.req.query('precision') ?? 'ns'
    if (!isPrecision(precision)) return c.json(influxError('invalid', `precision ${precision.slice(0, 20)}`), 400)
    const body = new Uint8Array(await c.req.arrayBuffer())
    const text = new TextDecoder().decode(await unpackBody(body, c.req.header('content-encoding')))
    const fault = await takeLines(deps, admitted, text, precision)
    return fault ? c.json(fault.error, fault.status) : c.body(null, 204)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    if (admitted) noteRefused(deps, admitted, error, { path: c.req.path })
    if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds))
    if (error.status === 401) c.header('WWW-Authenticate', CHALLENGE)
    return c.json(influxError(codes[error.status] ?? 'invalid', error.code), error.status as 400)
  }
}

const limit = (deps: FormatDeps) =>
  limitDevice(deps, { keyOf, answer: (c) => c.json(influxError(codes[413]!, 'body_too_large'), 413) })

/** Where InfluxDB 2 clients write: `/v2/write`, below `/api`. */
export const writeRoutes = (deps: FormatDeps) =>
  new Hono<Env>().post('/v2/write', describeWrite, limit(deps), write(deps))

/** Where InfluxDB 1 clients write, at the root. */
export const formerWriteRoutes = (deps: FormatDeps) => new Hono<Env>().post('/write', limit(deps), write(deps))
