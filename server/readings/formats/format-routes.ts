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
import { emptyMessage, saysSomething } from './device-message.ts'
import { findLoraTransmitter, findTransmitter } from './find-transmitter.ts'
import { beeloggerReply, parseBeelogger, parseUplink, textsOf, uplinkOf } from './parse-beelogger.ts'
import { parseBeep } from './parse-beep.ts'
import { CsvQuery, parseCsv } from './parse-csv.ts'
import { parseTtn, TtnBody } from './parse-ttn.ts'
import { readFields, readText } from './read-fields.ts'
import { readKnownDevice } from './read-known-device.ts'
import { type Submitted, submitReadings } from './submit-readings.ts'

const KEY = /^\S{1,200}$/
const MINUTES_IN_HOUR = 60

/** Devices that exist and speak a language of their own, each put onto the path of the native one. */
export function formatRoutes(
  deps: Pick<
    Deps,
    'database' | 'clock' | 'config' | 'ingest' | 'keyBudgets' | 'refusedTimes' | 'fieldFaults' | 'logger' | 'secrets'
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
      const device = await readKnownDevice(deps, transmitter)
      const message = parseBeep(fields, deps.clock.now(), device)
      // as BEEP says it
      if (!saysSomething(message)) return c.json('no-data-to-write', 200)
      const taken = await submitReadings(deps, transmitter, message)
      if (taken.status === 'expired') return c.json('subscription expired', 200)
      const [refused] = taken.rejected
      if (refused && taken.accepted + taken.duplicates === 0) throw new AppError(400, refused.code)
      return c.json(beepReply(taken), 201)
    })
    .post('/ingest/ttn', describeTtn, admitBearer, validate('json', TtnBody), async (c) => {
      const uplink = c.req.valid('json')
      const { dev_eui } = uplink.end_device_ids
      const transmitter = await findLoraTransmitter(deps, c.get('admitted'), dev_eui)
      const message = parseTtn(uplink, deps.clock.now(), await readKnownDevice(deps, transmitter))
      if (!message) return c.json({ accepted: 0, duplicates: 0, rejected: [] })
      const taken = await submitReadings(deps, transmitter, message)
      return c.json({ ...countsOf(taken), ...listsOf(taken) })
    })
    .on(['GET', 'POST'], '/ingest/beelogger', describeBeelogger, async (c) => {
      const query = c.req.query()
      const sent = c.req.method === 'POST' ? await readFields(c) : {}
      const key = query.PW ?? query.Passwort ?? sent.PW ?? sent.Passwort
      const transmitter = await findTransmitter(deps, await admit(c, key))
      const now = deps.clock.now()
      const zone = await zoneOf(deps.database.db, transmitter.primary_region_id)
      const offsets = offsetsOf(zone, now)
      const device = await readKnownDevice(deps, transmitter)
      const clocks = {
        standard: createLocalClock({ utcOffsetHours: offsets.standard / 3600 }),
        local: createLocalClock(zone),
      }
      const fields = { ...textsOf(sent), ...query }
      const uplink = uplinkOf(sent)
      const parsed = uplink ? parseUplink(uplink, now, device) : parseBeelogger(fields, now, clocks, device)
      if ('fault' in parsed) throw new AppError(400, parsed.fault)
      const taken = await submitReadings(deps, transmitter, parsed.message)
      const [refused] = taken.rejected
      if (refused && taken.accepted + taken.duplicates === 0) throw new AppError(400, refused.code)
      return c.text(
        beeloggerReply(fields, now, offsets, taken.updateIntervalHours * MINUTES_IN_HOUR, leftOutNames(taken)),
      )
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
      const leftOut = taken.leftOut?.map(({ index, ...rest }) => ({ index, line: lines[index ?? 0]!, ...rest }))
      const { deviceKey } = taken
      return c.json({ ...countsOf(taken), rejected, ...(leftOut && { leftOut }), ...(deviceKey && { deviceKey }) })
    })
}

/** A subscription that has ended is no error: the device could do nothing about it. */
const countsOf = ({ status, accepted, duplicates }: Submitted) => ({
  accepted,
  duplicates,
  ...(status === 'expired' ? { code: 'subscription_expired' as const } : {}),
})

const listsOf = ({ rejected, leftOut }: Submitted) => ({ rejected, ...(leftOut && { leftOut }) })

/** What was left out of what was taken: `temperature:temperature_unplugged`, and what was refused beside it. */
const leftOutNames = ({ rejected, leftOut = [] }: Submitted): string[] => [
  ...new Set([...leftOut.map(({ field, code }) => `${field}:${code}`), ...rejected.map(({ code }) => code)]),
]

/** BEEP appends what there is to say to its word: `saved-2-alerts`. */
function beepReply(taken: Submitted): string {
  const names = leftOutNames(taken)
  return names.length === 0 ? 'saved' : `saved-without-${names.join('-')}`
}

/** Seconds ahead of UTC, without daylight saving and now. */
function offsetsOf(zone: Zone, now: number): { standard: number; local: number } {
  const offsetAt = offsetOf(zone)
  const year = new Date(now).getUTCFullYear()
  const [winter, summer] = [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)].map((time) => offsetAt(time / 1000))
  return { standard: Math.min(winter!, summer!), local: offsetAt(now / 1000) }
}
