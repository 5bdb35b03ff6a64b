import * as v from 'valibot'
import { nameUpTo } from '../platform/text-up-to.ts'

export const CHANNELS_PER_CONTROLLER = 8
/** Channels on which the sum of combined load cells arrives: cell groups 1 to 4 sit on 1, 2, 4 and 8. */
export const SUMMED_CHANNELS = [1, 2, 4, 8] as const
export const DEFAULT_ALARM_FROM_HOUR = 9
export const DEFAULT_ALARM_TO_HOUR = 18

/** How many notifications a newly claimed transmitter may cause. */
export const NOTIFICATIONS_PER_CONTROLLER = 200

/** IMEI and IMSI: exactly 15 digits each. */
export const FifteenDigits = v.pipe(v.string(), v.regex(/^\d{15}$/))
export const ControllerName = nameUpTo(80)
export const UpdateIntervalHours = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6))
export const LoadCells = v.picklist([1, 2, 4])
export type LoadCells = v.InferOutput<typeof LoadCells>
export const Channel = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(CHANNELS_PER_CONTROLLER))

export const Location = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
})
export type Location = v.InferOutput<typeof Location>

/** A number of the mobile network, digits only, with or without a plus. */
export const Msisdn = v.pipe(v.string(), v.regex(/^\+?\d{5,15}$/))

export const ProvisionBody = v.object({
  imei: FifteenDigits,
  imsi: FifteenDigits,
  name: v.optional(ControllerName),
  msisdn: v.optional(Msisdn),
  /** Whether claiming it takes the code on its label; `CLAIM_CODES` says where nothing is said. */
  demandClaimCode: v.optional(v.boolean()),
})

export const ClaimBody = v.object({
  imei: FifteenDigits,
  imsi: FifteenDigits,
  name: ControllerName,
  location: v.nullable(Location),
  updateInterval: UpdateIntervalHours,
  primaryRegionId: v.optional(v.nullable(v.number())),
  orderKey: v.optional(v.string()),
  /** From the label, where its provisioner demands it. */
  claimCode: v.optional(v.pipe(v.string(), v.maxLength(40))),
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

/** A transmitter as its owner, watchers and administrators read it. */
export const Controller = v.object({
  id: v.number(),
  imei: v.string(),
  imsi: v.string(),
  msisdn: v.nullable(v.string()),
  name: v.string(),
  access: v.picklist(['own', 'watched', 'affiliated', 'administered']),
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
  /** When that number was set back last, and to how many it is. */
  lastReset: v.nullable(v.string()),
  limitReset: v.number(),
  softwareVersion: v.nullable(v.string()),
  battery: v.nullable(v.number()),
  chipTemperature: v.nullable(v.number()),
  signal: v.nullable(v.number()),
  lastUpdate: v.nullable(v.string()),
  /** A new device key waits until the transmitter has it. */
  newKeyWaits: v.boolean(),
  /** Somebody else had it, and it may be told its new key over the air. */
  hasFormerKey: v.boolean(),
})
export type Controller = v.InferOutput<typeof Controller>

/** The reply to a change of a transmitter: the whole of it, as it now is. */
export const ControllerReply = v.object({ message: v.string(), ...Controller.entries })
/** `deviceKey` is there when the transmitter was made by the claim; it is shown this once. */
export const ClaimReply = v.object({ ...ControllerReply.entries, deviceKey: v.optional(v.string()) })
/** The reply where the transmitter is the claimant's already, as after a claim whose answer got lost: its id, and 409. */
export const ClaimedBefore = v.object({
  message: v.string(),
  code: v.literal('controller_already_registered'),
  id: v.number(),
})
/** `overTheAir`: the transmitter is told with the reply to its readings, and its old key holds until it has used the new one. */
export const DeviceKeyBody = v.object({ overTheAir: v.optional(v.boolean(), false) })
/** The key a transmitter signs in with, shown this once. */
export const DeviceKeyReply = v.object({ message: v.string(), id: v.number(), deviceKey: v.string() })
