import * as v from 'valibot'
import { Email } from '../people/account.ts'
import { Affiliation } from '../people/affiliation.ts'
import { Moment } from '../platform/moment.ts'
import { Controller, ControllerBody, FifteenDigits, Msisdn, ProvisionBody, SubscriptionState } from './controller.ts'

/** What the list of transmitters can be sorted by; the first is the usual order. */
export const controllerSorts = ['name', 'imei', 'lastUpdate', 'battery'] as const
export type ControllerSort = (typeof controllerSorts)[number]

/** `free`: nobody's yet. `silent`: data are overdue. `low`: the battery is. `expired`: the subscription is. */
export const controllerFilters = ['silent', 'low', 'expired', 'free'] as const
export const ControllerFilter = v.picklist(controllerFilters)
export type ControllerFilter = v.InferOutput<typeof ControllerFilter>

const Owner = v.object({ id: v.number(), email: v.string() })

/** A transmitter in the list of administrators and managers. */
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
  affiliation: v.nullable(Affiliation),
  /** The code on its label, and whether claiming it takes that. */
  claimCode: v.string(),
  demandClaimCode: v.boolean(),
  created: v.string(),
})
export type AdministeredController = v.InferOutput<typeof AdministeredController>

const NOTIFICATIONS_MAXIMUM = 100_000
const NotificationCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(NOTIFICATIONS_MAXIMUM))

/** What is left out stays as it is. With `ownerEmail` it goes over to another account, with all that was measured. */
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

/** The number that the transmitter has from then on. */
export const ReleaseReply = v.object({ message: v.string(), id: v.number() })

/** How many transmitters are registered, or labels printed, at once. */
export const CONTROLLERS_AT_ONCE = 500

export const BatchBody = v.object({
  controllers: v.pipe(v.array(ProvisionBody), v.nonEmpty(), v.maxLength(CONTROLLERS_AT_ONCE)),
})

/** A transmitter that was just made known, with its key, which is shown this once. */
export const ProvisionedController = v.object({
  id: v.number(),
  imei: v.string(),
  imsi: v.string(),
  name: v.string(),
  deviceKey: v.string(),
})
export type ProvisionedController = v.InferOutput<typeof ProvisionedController>
export const BatchReply = v.object({ message: v.string(), controllers: v.array(ProvisionedController) })
