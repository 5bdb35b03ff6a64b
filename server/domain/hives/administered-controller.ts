import * as v from 'valibot'
import { Email } from '../people/account.ts'
import { Affiliation } from '../people/affiliation.ts'
import { Moment } from '../platform/moment.ts'
import { Controller, ControllerBody, FifteenDigits, Msisdn, ProvisionBody, SubscriptionState } from './controller.ts'

/** The sort orders of the list of transmitters; the first is the default. */
export const controllerSorts = ['name', 'imei', 'lastUpdate', 'battery'] as const
export type ControllerSort = (typeof controllerSorts)[number]

/** `free`: without an owner. `silent`: its data are overdue. `low`: its battery is low. `expired`: its subscription has ended. */
export const controllerFilters = ['silent', 'low', 'expired', 'free'] as const
export const ControllerFilter = v.picklist(controllerFilters)
export type ControllerFilter = v.InferOutput<typeof ControllerFilter>

const Owner = v.object({ id: v.number(), email: v.string() })

/** A transmitter in the list for administrators and managers. */
export const ListedController = v.object({
  id: v.number(),
  imei: v.string(),
  imsi: v.string(),
  name: v.string(),
  owner: v.nullable(Owner),
  affiliation: v.nullable(Affiliation),
  lastUpdate: v.nullable(v.string()),
  silent: v.boolean(),
  battery: v.nullable(v.number()),
  batteryLow: v.boolean(),
  signal: v.nullable(v.number()),
  softwareVersion: v.nullable(v.string()),
  subscriptionEnd: v.nullable(v.string()),
  subscriptionState: SubscriptionState,
  remainingNotifications: v.number(),
})
export type ListedController = v.InferOutput<typeof ListedController>
export const ControllerList = v.object({ items: v.array(ListedController), nextCursor: v.nullable(v.string()) })

/** One transmitter, for administrators. */
export const AdministeredController = v.object({
  ...Controller.entries,
  owner: v.nullable(Owner),
  /** The code on its label, and whether claiming the transmitter requires it. */
  claimCode: v.string(),
  demandClaimCode: v.boolean(),
  created: v.string(),
})
export type AdministeredController = v.InferOutput<typeof AdministeredController>

const NOTIFICATIONS_MAXIMUM = 100_000
const NotificationCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(NOTIFICATIONS_MAXIMUM))

/** Omitted fields stay unchanged. With `ownerEmail` the transmitter moves to another account, together with all its readings. */
export const AdministeredControllerBody = v.object({
  ...ControllerBody.entries,
  ...v.partial(
    v.object({
      imei: FifteenDigits,
      imsi: FifteenDigits,
      msisdn: v.nullable(Msisdn),
      subscriptionEnd: v.nullable(Moment),
      remainingNotifications: NotificationCount,
      limitReset: NotificationCount,
      affiliationId: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
      ownerEmail: Email,
      demandClaimCode: v.boolean(),
    }),
  ).entries,
})
export type AdministeredControllerBody = v.InferOutput<typeof AdministeredControllerBody>

export const AdministeredControllerReply = v.object({ message: v.string(), ...AdministeredController.entries })

/** `id` is the transmitter's new number. */
export const ReleaseReply = v.object({ message: v.string(), id: v.number() })

/** The most transmitters to register, or labels to print, at once. */
export const CONTROLLERS_AT_ONCE = 500

/** `id` is made by the client: repeating the request with it, because the answer was lost, gives the same keys, as long as none has been used. */
export const BatchBody = v.object({
  id: v.optional(v.pipe(v.string(), v.uuid())),
  controllers: v.pipe(v.array(ProvisionBody), v.nonEmpty(), v.maxLength(CONTROLLERS_AT_ONCE)),
})

/** A newly registered transmitter with its key, which is shown only this once. */
export const ProvisionedController = v.object({
  id: v.number(),
  imei: v.string(),
  imsi: v.string(),
  name: v.string(),
  deviceKey: v.string(),
})
export type ProvisionedController = v.InferOutput<typeof ProvisionedController>
export const BatchReply = v.object({ message: v.string(), controllers: v.array(ProvisionedController) })
