import * as v from 'valibot'
import { ChannelType } from '../alerts/notification.ts'
import { FindingCode } from '../hives/doctor/finding.ts'
import { ErrorCode } from '../platform/error-code.ts'
import { JobType } from '../platform/job.ts'
import { TroubleReply } from '../platform/trouble.ts'

/** The most rows of each part; the counts cover all. */
export const FLEET_ROWS = 50
export const FLEET_INGEST_HOURS = 48

const Transmitter = { id: v.number(), name: v.string(), imei: v.string(), owner: v.nullable(v.string()) }

/** A transmitter whose data are overdue: since when, its last own values (V, dBm), and the likeliest reason. */
export const SilentTransmitter = v.object({
  ...Transmitter,
  lastSeen: v.nullable(v.string()),
  battery: v.nullable(v.number()),
  signal: v.nullable(v.number()),
  finding: FindingCode,
})
export type SilentTransmitter = v.InferOutput<typeof SilentTransmitter>

/** A battery with an open alarm: V, and the days left by its trend; null if it is low already. */
export const EndingBattery = v.object({
  ...Transmitter,
  volts: v.nullable(v.number()),
  daysLeft: v.nullable(v.number()),
  since: v.string(),
})
export type EndingBattery = v.InferOutput<typeof EndingBattery>

/** A transmitter that was told to wait in the last 24 h, and how often. */
export const ThrottledTransmitter = v.object({ ...Transmitter, requests: v.number() })
export type ThrottledTransmitter = v.InferOutput<typeof ThrottledTransmitter>

/** A transmitter with refused times in the future in the last 24 h: how many, and how far ahead the newest was. */
export const AheadTransmitter = v.object({
  ...Transmitter,
  readings: v.number(),
  minutes: v.number(),
  last: v.string(),
})
export type AheadTransmitter = v.InferOutput<typeof AheadTransmitter>

/**
 * A transmitter that sent impossible values in the last 24 h: the field and code of the most frequent kind, on which channel (−1: unknown,
 * 0: itself), how often, and the last value.
 */
export const FaultyTransmitter = v.object({
  ...Transmitter,
  channel: v.number(),
  field: v.string(),
  code: ErrorCode,
  count: v.number(),
  value: v.string(),
  last: v.string(),
})
export type FaultyTransmitter = v.InferOutput<typeof FaultyTransmitter>

/**
 * A server on a database shared by several. `keeper`: it takes in readings; `standby`: it passes them on to the keeper; `lost`: it
 * disappeared without signing off, and the field `lost` says when.
 */
export const FleetNode = v.object({
  id: v.string(),
  name: v.string(),
  address: v.nullable(v.string()),
  version: v.string(),
  state: v.picklist(['keeper', 'standby', 'stopped', 'lost']),
  started: v.string(),
  seen: v.string(),
  lost: v.nullable(v.string()),
})
export type FleetNode = v.InferOutput<typeof FleetNode>

/** Empty if a single server uses the database. `waiting`: the number of requests in the inbox, and how long the oldest has been there. */
export const FleetNodes = v.object({
  waiting: v.object({ requests: v.number(), seconds: v.number() }),
  items: v.array(FleetNode),
})
export type FleetNodes = v.InferOutput<typeof FleetNodes>

/** Everything to be done for all transmitters, as of now. */
export const Fleet = v.object({
  at: v.string(),
  /** The server's own troubles: open ones, oldest first, and those that ended in the last 14 days, newest first. */
  troubles: v.object({ open: v.array(TroubleReply), ended: v.array(TroubleReply) }),
  nodes: FleetNodes,
  owned: v.number(),
  unowned: v.number(),
  silent: v.object({ count: v.number(), items: v.array(SilentTransmitter) }),
  clockAhead: v.object({ count: v.number(), items: v.array(AheadTransmitter) }),
  faulty: v.object({ count: v.number(), items: v.array(FaultyTransmitter) }),
  throttled: v.object({ count: v.number(), items: v.array(ThrottledTransmitter) }),
  batteries: v.object({ count: v.number(), items: v.array(EndingBattery) }),
  /** The number of transmitters by firmware version; null if they have not reported one. */
  firmware: v.array(v.object({ version: v.nullable(v.string()), count: v.number() })),
  /** By hour, oldest first, including hours without any requests. */
  ingest: v.array(v.object({ from: v.string(), requests: v.number(), readings: v.number(), refused: v.number() })),
  /** Deliveries given up in the last 24 h, by channel, and those waiting for a retry. */
  deliveries: v.object({
    failed: v.array(v.object({ channel: ChannelType, count: v.number() })),
    waiting: v.number(),
    failingChannels: v.number(),
  }),
  /** Jobs that failed in the last 7 days, newest first. */
  jobs: v.array(
    v.object({
      id: v.number(),
      type: JobType,
      description: v.string(),
      problem: v.nullable(ErrorCode),
      finished: v.nullable(v.string()),
    }),
  ),
})
export type Fleet = v.InferOutput<typeof Fleet>
