import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { createLocalClock } from '#domain/local-clock.ts'
import { offsetOf, type Zone } from '#domain/local-midnight.ts'
import { AppError } from '../../http/app-error.ts'
import { clientAddress } from '../../http/client-connection.ts'
import type { Deps } from '../../http/deps.ts'
import type { Env } from '../../http/env.ts'
import { validate } from '../../http/validate.ts'
import { zoneOf } from '../../timeline/zone-of-controller.ts'
import { type AdmittedKey, admitKey, bearerOf } from '../admit-key.ts'
import { describeBeelogger, describeBeep, describeCsv, describeTtn } from './describe-formats.ts'
import { emptyMessage } from './device-message.ts'
import { findLoraTransmitter, findTransmitter } from './find-transmitter.ts'
import { beeloggerReply, parseBeelogger } from './parse-beelogger.ts'
import { parseBeep } from './parse-beep.ts'
import { CsvQuery, parseCsv } from './parse-csv.ts'
import { parseTtn, TtnBody } from './parse-ttn.ts'
import { readFields, readText } from './read-fields.ts'
import { type Submitted, submitReadings } from './submit-readings.ts'

const KEY = /^\S{1,200}$/
const MINUTES_IN_HOUR = 60

/** Devices that exist and speak a language of their own, each put onto the path of the native one. */
export function formatRoutes(
  deps: Pick<
    Deps,
    'database' | 'clock' | 'config' | 'ingest' | 'keyBudgets' | 'refusedTimes' | 'fieldFaults' | 'logger'
  >,
) {
  const admit = (c: Context, deviceKey: unknown) =>
    admitKey(deps, typeof deviceKey === 'string' && KEY.test(deviceKey) ? deviceKey : undefined, {
      address: () => clientAddress(c, deps.config),
      bytes: Number(c.req.header('content-length') ?? 0),
    })
  /** Before the body is read, where the key stands in front of it. */
  const admitBearer = createMiddleware<{ Variables: { admitted: AdmittedKey } }>(async (c, next) => {
    c.set('admitted', await admit(c, bearerOf(c.req.header('authorization'))))
    await next()
  })
  return new Hono<Env>()
    .post('/ingest/beep', describeBeep, async (c) => {
      const fields = { ...c.req.query(), ...(await readFields(c)) }
      const transmitter = await findTransmitter(
        deps,
        await admit(c, fields.key ?? bearerOf(c.req.header('authorization'))),
      )
      const taken = await submitReadings(deps, transmitter, parseBeep(fields, deps.clock.now()))
      return taken.status === 'expired' ? c.json('subscription expired', 200) : c.json('saved', 201)
    })
    .post('/ingest/ttn', describeTtn, admitBearer, validate('json', TtnBody), async (c) => {
      const uplink = c.req.valid('json')
      const { dev_eui } = uplink.end_device_ids
      const transmitter = await findLoraTransmitter(deps, c.get('admitted'), dev_eui)
      const message = parseTtn(uplink, deps.clock.now())
      if (!message) return c.json({ accepted: 0, duplicates: 0, rejected: [] })
      const taken = await submitReadings(deps, transmitter, message)
      return c.json({ ...countsOf(taken), rejected: taken.rejected })
    })
    .get('/ingest/beelogger', describeBeelogger, async (c) => {
      const query = c.req.query()
      const transmitter = await findTransmitter(deps, await admit(c, query.PW ?? query.Passwort))
      const now = deps.clock.now()
      const zone = await zoneOf(deps.database.db, transmitter.primary_region_id)
      const offsets = offsetsOf(zone, now)
      const standard = createLocalClock({ utcOffsetHours: offsets.standard / 3600 })
      const parsed = parseBeelogger(query, now, { standard, local: createLocalClock(zone) })
      if ('fault' in parsed) throw new AppError(400, parsed.fault)
      const taken = await submitReadings(deps, transmitter, parsed.message)
      return c.text(beeloggerReply(query, now, offsets, taken.updateIntervalHours * MINUTES_IN_HOUR))
    })
    .post('/ingest/csv', describeCsv, admitBearer, validate('query', CsvQuery), async (c) => {
      const transmitter = await findTransmitter(deps, c.get('admitted'))
      const query = c.req.valid('query')
      const zone: Zone = query.zone
        ? { timeZone: query.zone }
        : await zoneOf(deps.database.db, transmitter.primary_region_id)
      const parsed = parseCsv(await readText(c), query, createLocalClock(zone))
      if ('fault' in parsed) throw new AppError(400, parsed.fault, { values: { line: parsed.line ?? 1 } })
      const { readings, lines } = parsed
      const taken = await submitReadings(deps, transmitter, { ...emptyMessage(), readings })
      const rejected = taken.rejected.map(({ index, code }) => ({ index, line: lines[index]!, code }))
      return c.json({ ...countsOf(taken), rejected })
    })
}

/** A subscription that has ended is no error: the device could do nothing about it. */
const countsOf = ({ status, accepted, duplicates }: Submitted) => ({
  accepted,
  duplicates,
  ...(status === 'expired' ? { code: 'subscription_expired' as const } : {}),
})

/** Seconds ahead of UTC, without daylight saving and now. */
function offsetsOf(zone: Zone, now: number): { standard: number; local: number } {
  const offsetAt = offsetOf(zone)
  const year = new Date(now).getUTCFullYear()
  const [winter, summer] = [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)].map((time) => offsetAt(time / 1000))
  return { standard: Math.min(winter!, summer!), local: offsetAt(now / 1000) }
}
