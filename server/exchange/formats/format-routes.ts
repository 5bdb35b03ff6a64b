import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { createLocalClock } from '#domain/hives/local-clock.ts'
import type { Zone } from '#domain/hives/local-midnight.ts'
import { defined } from '#domain/platform/defined.ts'
import { downlinkPlaceOf } from '../../hives/lora-devices/push-interval.ts'
import { type AdmittedKey, bearerOf } from '../../hives/readings/key-budgets/admit-key.ts'
import { zoneOf } from '../../hives/timeline/zone-of-controller.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { admitSender, type FormatDeps } from './admit-sender.ts'
import { asFirstHive } from './as-first-hive.ts'
import {
  describeBeelogger,
  describeBeeloggerQuery,
  describeBeep,
  describeBeepQuery,
  describeCsv,
  describeJson,
  describeLorawan,
  describeTtn,
} from './describe-formats.ts'
import { findTransmitter } from './find-transmitter.ts'
import { takeBeeloggerRequest } from './fixed-path-routes.ts'
import { CsvQuery, parseCsv } from './parse-csv.ts'
import { readFields, readSent, readText, withInnerObjects } from './read-fields.ts'
import { readKnownDevice } from './read-known-device.ts'
import { readUplink } from './read-uplink.ts'
import { submitReadings } from './submit-readings.ts'
import { countsOf } from './submitted-reply.ts'
import { takeFields } from './take-fields.ts'
import { takeJson } from './take-json.ts'
import { takeUplink } from './take-uplink.ts'

/** Ingest for existing devices with formats of their own, each translated to the native one. */
export function formatRoutes(deps: FormatDeps) {
  /** Admits the key before the body is read, for formats that send it in the header. */
  const admitBearer = createMiddleware<{ Variables: { admitted: AdmittedKey } }>(async (c, next) => {
    c.set('admitted', await admitSender(deps, c, bearerOf(c.req.header('authorization'))))
    await next()
  })
  const uplink = async (c: Context<{ Variables: { admitted: AdmittedKey } }>) => {
    const heard = readUplink(await readSent(c), c.req.query('event'))
    if (!heard) throw new AppError(400, 'uplink_unknown')
    const place = downlinkPlaceOf((name) => c.req.header(name), deps.config)
    return c.json(await takeUplink(deps, c.get('admitted'), heard, place))
  }
  const beep = async (c: Context) => {
    const fields = { ...c.req.query(), ...(c.req.method === 'POST' ? await readFields(c) : {}) }
    const admitted = await admitSender(deps, c, fields.key ?? bearerOf(c.req.header('authorization')))
    const { word, status } = await takeFields(deps, admitted, fields)
    return c.json(word, status)
  }
  return new Hono<Env>()
    .post('/ingest/beep', describeBeep, beep)
    .get('/ingest/beep', describeBeepQuery, beep)
    .post('/ingest/lorawan', describeLorawan, admitBearer, uplink)
    .post('/ingest/ttn', describeTtn, admitBearer, uplink)
    .get('/ingest/beelogger', describeBeeloggerQuery, takeBeeloggerRequest(deps))
    .post('/ingest/beelogger', describeBeelogger, takeBeeloggerRequest(deps))
    .post('/ingest/json', describeJson, async (c) => {
      const key = bearerOf(c.req.header('authorization')) ?? c.req.query('key')
      return c.json(await takeJson(deps, await admitSender(deps, c, key), withInnerObjects(await readSent(c))))
    })
    .post('/ingest/csv', describeCsv, admitBearer, validate('query', CsvQuery), async (c) => {
      const transmitter = await findTransmitter(deps, c.get('admitted'))
      const query = c.req.valid('query')
      const zone: Zone = query.zone
        ? { timeZone: query.zone }
        : await zoneOf(deps.database.db, transmitter.primary_region_id)
      const device = await readKnownDevice(deps, transmitter)
      const [text, clock, now] = [await readText(c), createLocalClock(zone), deps.clock.now()]
      const parsed = await asFirstHive(deps, transmitter, (firstHive) =>
        parseCsv(text, query, clock, now, { ...device, firstHive }),
      )
      if ('fault' in parsed) throw new AppError(400, parsed.fault, { values: { line: parsed.line ?? 1 } })
      const taken = await submitReadings(deps, transmitter, parsed.message)
      const atLine = <Of extends { index: number | null }>(one: Of) => {
        const line = one.index === null ? undefined : parsed.lineOf(one.index)
        return { ...one, ...defined({ line }) }
      }
      const rejected = taken.rejected.map(atLine).toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
      const leftOut = taken.leftOut?.map(atLine)
      const { deviceKey } = taken
      return c.json({ ...countsOf(taken), rejected, ...(leftOut && { leftOut }), ...(deviceKey && { deviceKey }) })
    })
}
