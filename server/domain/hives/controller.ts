import * as v from 'valibot'
import { Affiliation } from '../people/affiliation.ts'
import { nameUpTo } from '../platform/text-up-to.ts'

export const CHANNELS_PER_CONTROLLER = 8
/** Channels that carry the sum of combined load cells: cell groups 1 to 4 use channels 1, 2, 4 and 8. */
export const SUMMED_CHANNELS = [1, 2, 4, 8] as const
export const DEFAULT_ALARM_FROM_HOUR = 9
export const DEFAULT_ALARM_TO_HOUR = 18

/** The number of notifications that a newly claimed transmitter may trigger. */
export const NOTIFICATIONS_PER_CONTROLLER = 200

/** IMEI and IMSI: exactly 15 digits each. */
export const FifteenDigits = v.pipe(v.string(), v.regex(/^\d{15}$/))
export const ControllerName = nameUpTo(80)
export const UpdateIntervalHours = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6))
export const LoadCells = v.picklist([1, 2, 4])
export type LoadCells = v.InferOutput<typeof LoadCells>
/** The channel of the scale that a load cell is part of. */
export const summedChannel = (cell: number, loadCells: LoadCells): number =>
  loadCells === 1 ? cell : SUMMED_CHANNELS[Math.floor((cell - 1) / loadCells)]!
export const Channel = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(CHANNELS_PER_CONTROLLER))

export const Location = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
})
export type Location = v.InferOutput<typeof Location>

/** A mobile number: only digits, with or without a leading plus. */
export const Msisdn = v.pipe(v.string(), v.regex(/^\+?\d{5,15}$/))

export const ProvisionBody = v.object({
  imei: FifteenDigits,
  imsi: FifteenDigits,
  name: v.optional(ControllerName),
  msisdn: v.optional(Msisdn),
  /** Whether claiming the transmitter requires the code on its label; `CLAIM_CODES` is the default. */
  demandClaimCode: v.optional(v.boolean()),
})

/** `id` is made by the client: repeating the request with it, because the answer was lost, gives the same key, as long as that has not been used. */
export const ProvisionOneBody = v.object({ id: v.optional(v.pipe(v.string(), v.uuid())), ...ProvisionBody.entries })

export const ClaimBody = v.object({
  imei: FifteenDigits,
  imsi: FifteenDigits,
  name: ControllerName,
  location: v.nullable(Location),
  updateInterval: UpdateIntervalHours,
  primaryRegionId: v.optional(v.nullable(v.number())),
  orderKey: v.optional(v.string()),
  /** From the label, if whoever provisioned the transmitter requires it. */
  claimCode: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** If an affiliation's managers will see the transmitter, do not claim it, but name the affiliation in a 409 `controller_affiliated`. */
  askAboutAffiliation: v.optional(v.boolean()),
})

export const ControllerBody = v.partial(
  v.object({
    name: ControllerName,
    location: v.nullable(Location),
    updateInterval: UpdateIntervalHours,
    primaryRegionId: v.nullable(v.number()),
    secondaryRegionId: v.nullable(v.number()),
    loadCells: LoadCells,
    signalFilter: v.boolean(),
  }),
)

export const SubscriptionState = v.picklist(['active', 'expiring', 'expired', 'off'])
export type SubscriptionState = v.InferOutput<typeof SubscriptionState>

/** A transmitter as its owner, watchers and administrators see it; for watchers, `imsi` is empty and `msisdn` null. */
export const Controller = v.object({
  id: v.number(),
  imei: v.string(),
  imsi: v.string(),
  msisdn: v.nullable(v.string()),
  name: v.string(),
  access: v.picklist(['own', 'watched', 'affiliated', 'administered']),
  /** The affiliation whose managers see it, too; for watchers null. */
  affiliation: v.nullable(Affiliation),
  location: v.nullable(Location),
  updateInterval: v.number(),
  loadCells: LoadCells,
  signalFilter: v.boolean(),
  primaryRegionId: v.nullable(v.number()),
  secondaryRegionId: v.nullable(v.number()),
  subscriptionEnd: v.nullable(v.string()),
  subscriptionState: SubscriptionState,
  activationDate: v.nullable(v.string()),
  remainingNotifications: v.number(),
  /** When `remainingNotifications` was last reset, and the number it is reset to. */
  lastReset: v.nullable(v.string()),
  limitReset: v.number(),
  softwareVersion: v.nullable(v.string()),
  battery: v.nullable(v.number()),
  chipTemperature: v.nullable(v.number()),
  signal: v.nullable(v.number()),
  lastUpdate: v.nullable(v.string()),
  /** A new device key is waiting to be picked up by the transmitter. */
  newKeyWaits: v.boolean(),
  /** It had another owner before, and its new key may be sent over the air. */
  hasFormerKey: v.boolean(),
})
export type Controller = v.InferOutput<typeof Controller>

/** The reply to a change of a transmitter: its complete new state. */
export const ControllerReply = v.object({ message: v.string(), ...Controller.entries })
/** `deviceKey` is present if the claim created the transmitter; it is shown only this once. */
export const ClaimReply = v.object({ ...ControllerReply.entries, deviceKey: v.optional(v.string()) })
/** The 409 reply if the transmitter already belongs to the claimant, for example when a claim is repeated because its answer got lost; with its id. */
export const ClaimedBefore = v.object({
  message: v.string(),
  code: v.literal('controller_already_registered'),
  id: v.number(),
})
/**
 * `overTheAir`: the transmitter gets the key in the reply to its readings, and its old key stays valid until it has used the new one. `id` is made by the
 * client: repeating the request with it gives the same key.
 */
export const DeviceKeyBody = v.object({
  id: v.optional(v.pipe(v.string(), v.uuid())),
  overTheAir: v.optional(v.boolean(), false),
})
/** The key a transmitter signs in with, shown only this once. */
export const DeviceKeyReply = v.object({ message: v.string(), id: v.number(), deviceKey: v.string() })
