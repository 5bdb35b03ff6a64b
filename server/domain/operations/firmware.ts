import * as v from 'valibot'
import { firmwareKinds } from './firmware-image.ts'
import { RolloutNumbers, RolloutPlan, rolloutEvents, rolloutStates } from './firmware-rollout.ts'

export const FIRMWARE_MAXIMUM_BYTES = 8 * 1024 * 1024
export const FIRMWARE_NAME_MAXIMUM = 80
const VERSION_MAXIMUM = 40

/** From semver.org, "Is there a suggested regular expression"; devices may report a `v` in front. */
const VERSION =
  /^v?((0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-z-][0-9a-z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-z-][0-9a-z-]*))*))?)(?:\+[0-9a-z-]+(?:\.[0-9a-z-]+)*)?$/i

/** Returns the version without `v` and build, followed by its three numbers; undefined if it does not have the form of a version. */
function partsOfVersion(text: string): string[] | undefined {
  const trimmed = text.trim()
  return trimmed.length > VERSION_MAXIMUM ? undefined : VERSION.exec(trimmed)?.slice(1, 5)
}

/** Returns a semantic version without `v` and build, as it is stored; undefined if it is invalid or its numbers are too large to compare. */
export function plainVersion(text: string): string | undefined {
  const [version, ...numbers] = partsOfVersion(text) ?? []
  return numbers.every((number) => Number.isSafeInteger(Number(number))) ? version : undefined
}

/** Whether what a transmitter reports is this version, in whatever notation. */
export const isVersion = (reported: string | null, version: string): boolean =>
  reported !== null && (reported === version || partsOfVersion(reported)?.[0] === version)

const versionBy = (read: (text: string) => string | undefined) =>
  v.pipe(
    v.string(),
    v.check((text) => read(text) !== undefined, 'a version such as 1.4.2'),
    v.transform((text) => read(text)!),
  )

export const FirmwareVersion = versionBy(plainVersion)

/** A version that may be stored already, from a time when its numbers could be of any size. */
export const KeptFirmwareVersion = versionBy((text) => partsOfVersion(text)?.[0])

/** One event, with the numbers at that moment. */
export const FirmwareRolloutEvent = v.object({
  time: v.string(),
  what: v.picklist(rolloutEvents),
  numbers: RolloutNumbers,
})

/** `stage` counts from 0. `checked`: when its numbers were last computed. */
export const FirmwareRollout = v.object({
  id: v.number(),
  version: v.string(),
  state: v.picklist(rolloutStates),
  plan: v.object({
    stages: v.array(v.number()),
    aliveHours: v.number(),
    enoughPercent: v.number(),
    silentPercent: v.number(),
  }),
  stage: v.number(),
  numbers: RolloutNumbers,
  created: v.string(),
  checked: v.string(),
  events: v.array(FirmwareRolloutEvent),
})
export type FirmwareRollout = v.InferOutput<typeof FirmwareRollout>

/** `size` in bytes; `desired` and `current`: how many transmitters should have it, and how many report it. `rollout`: its latest. */
export const Firmware = v.object({
  name: v.string(),
  version: v.string(),
  kind: v.picklist(firmwareKinds),
  size: v.number(),
  sha256: v.string(),
  uploaded: v.string(),
  desired: v.number(),
  current: v.number(),
  rollout: v.nullable(FirmwareRollout),
})
export type Firmware = v.InferOutput<typeof Firmware>

export const FirmwareReply = v.object({ message: v.string(), ...Firmware.entries })
export const FirmwareRemovedReply = v.object({ message: v.string(), version: v.string() })

/** A transmitter to choose. `newer`: it runs a newer version than the requested one. */
export const FirmwareController = v.object({
  id: v.number(),
  name: v.string(),
  imei: v.string(),
  current: v.nullable(v.string()),
  desired: v.nullable(v.string()),
  lastUpdate: v.nullable(v.string()),
  newer: v.boolean(),
})
export type FirmwareController = v.InferOutput<typeof FirmwareController>
export const FirmwareControllerList = v.object({
  items: v.array(FirmwareController),
  nextCursor: v.nullable(v.string()),
})

const ControllerId = v.pipe(v.number(), v.integer(), v.minValue(1))
const ASSIGNED_MAXIMUM = 10_000
export const AssignBody = v.pipe(v.array(ControllerId), v.minLength(1), v.maxLength(ASSIGNED_MAXIMUM))

/** `newer`: how many run a newer version and are downgraded to this one. */
export const AssignReply = v.object({
  message: v.string(),
  version: v.nullable(v.string()),
  assigned: v.number(),
  newer: v.number(),
})

/** Without `controllerIds` it applies to all transmitters. */
export const RolloutBody = v.object({
  version: FirmwareVersion,
  ...RolloutPlan.entries,
  controllerIds: v.optional(AssignBody),
})

/** `newer`: how many are left out because they run a newer version. */
export const RolloutReply = v.object({ message: v.string(), ...FirmwareRollout.entries, newer: v.number() })
