import * as v from 'valibot'
import { meaningOf } from '../../hives/unknown-fields/known-fields.ts'
import { isoTimeOf } from './device-message.ts'

/** A record of sensor markup (RFC 8428): base fields hold until they change; times are epoch seconds, small ones relative to now. */
const SenmlRecord = v.looseObject({
  bn: v.optional(v.string()),
  bt: v.optional(v.number()),
  bu: v.optional(v.string()),
  n: v.optional(v.string()),
  u: v.optional(v.string()),
  v: v.optional(v.number()),
  vs: v.optional(v.string()),
  t: v.optional(v.number()),
})
const SenmlPack = v.pipe(v.array(SenmlRecord), v.minLength(1), v.maxLength(1000))
export type SenmlRecord = v.InferOutput<typeof SenmlRecord>

/** Whether a body is a SenML pack with a device in its base name. */
export const isSenml = (body: unknown): body is SenmlRecord[] =>
  v.is(SenmlPack, body) && body.some(({ bn }) => bn !== undefined)

/** What KPN Things sends in addition to the measurement. */
const aside = new Set(
  'payload payload_hex port FCntUp FCntDn LrrRSSI LrrSNR LrrESP DevLrrCnt SpFact SubBand Channel ADRbit timeOrigin TIME_ORIGIN'
    .concat(' locOrigin locMethod locAccuracy locPrecision locTime latitude longitude radius')
    .split(' '),
)
const ABSOLUTE_FROM = 2 ** 28

/** Converts a value to the unit that the table of names expects for this name. */
function inKnownUnit(name: string, value: number, unit: string | undefined): number | undefined {
  const quantity = meaningOf(name)?.quantity
  if (unit === 'K' && quantity === 'temperature') return value - 273.15
  if (unit === 'g' && quantity === 'weight') return value / 1000
  // a battery level in percent is not a voltage
  if (quantity === 'battery' && unit !== undefined && !/^m?V$/.test(unit)) return undefined
  return value
}

/** `about`: what the network says about the message; `measured`: by time, ISO 8601, undefined if the pack has none. */
export function fieldsOfSenml(records: readonly SenmlRecord[]) {
  const about = new Map<string, unknown>()
  const measured = new Map<string | undefined, Record<string, unknown>>()
  let [base, baseTime, baseUnit] = ['', 0, undefined as string | undefined]
  let first: string | undefined
  for (const { bn, bt, bu, n = '', u, v: value, vs, t = 0 } of records) {
    base = bn ?? base
    baseTime = bt ?? baseTime
    baseUnit = bu ?? baseUnit
    const seconds = baseTime + t
    const time = seconds >= ABSOLUTE_FROM ? isoTimeOf(seconds) : undefined
    first ??= time
    if (aside.has(n)) about.set(n, value ?? vs)
    else if (n !== '') {
      const said = value === undefined ? vs : inKnownUnit(n, value, u ?? baseUnit)
      if (said !== undefined) measured.set(time, { ...measured.get(time), [n]: said })
    }
  }
  const all = [...measured].map(([time, fields]) => ({ time, fields }))
  return { base, about, measured: all.length > 0 || !first ? all : [{ time: first, fields: {} }] }
}

/** The points of ThingPark's ontology: each a value with its unit. */
export function fieldsOfPoints(points: Record<string, unknown>): Record<string, unknown> {
  const said = Object.entries(points).flatMap(([name, point]) => {
    const { record, unitId } = (typeof point === 'object' && point !== null ? point : {}) as Record<string, unknown>
    const unit = typeof unitId === 'string' ? unitId : undefined
    const value = typeof record === 'number' ? inKnownUnit(name, record, unit) : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(said)
}
