import * as v from 'valibot'
import { ChannelType } from '../alerts/notification.ts'
import { FindingCode } from '../hives/device-doctor.ts'
import { ErrorCode } from '../platform/error-code.ts'
import { JobType } from '../platform/job.ts'
import { TroubleReply } from '../platform/trouble.ts'

/** So many rows of each part; the counts tell of all. */
export const FLEET_ROWS = 50
export const FLEET_INGEST_HOURS = 48

const Transmitter = { id: v.number(), name: v.string(), imei: v.string(), owner: v.nullable(v.string()) }

/** A transmitter whose data are overdue: since when, what it said of itself last (V, dBm), and the likeliest reason. */
export const SilentTransmitter = v.object({
  ...Transmitter,
  lastSeen: v.nullable(v.string()),
  battery: v.nullable(v.number()),
  signal: v.nullable(v.number()),
  finding: FindingCode,
})
export type SilentTransmitter = v.InferOutput<typeof SilentTransmitter>

/** A battery with an open alarm: V, and the days its trend leaves it; null where it is low already. */
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

/** A transmitter of which times in the future were refused in the last 24 h: how many, and by how much the newest was ahead. */
export const AheadTransmitter = v.object({
  ...Transmitter,
  readings: v.number(),
  minutes: v.number(),
  last: v.string(),
})
export type AheadTransmitter = v.InferOutput<typeof AheadTransmitter>

/**
 * A transmitter that sent what cannot be in the last 24 h: the field and code of what it sent most often, on which channel (−1: not
 * known, 0: itself), how often, and what it was last.
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
 * A server on a database that several work on. `keeper`: it takes readings in; `standby`: it passes on to that; `lost`: it is gone without
 * a word, and `lost` says when it last was.
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

/** None where one server is alone on its database. `waiting`: requests in the inbox, and for how long the oldest of them. */
export const FleetNodes = v.object({
  waiting: v.object({ requests: v.number(), seconds: v.number() }),
  items: v.array(FleetNode),
})
export type FleetNodes = v.InferOutput<typeof FleetNodes>

/** What there is to do for all transmitters, as of now. */
export const Fleet = v.object({
  at: v.string(),
  /** What is wrong with the server itself, the oldest first, and what is over since 14 days, the newest first. */
  troubles: v.object({ open: v.array(TroubleReply), ended: v.array(TroubleReply) }),
  nodes: FleetNodes,
  owned: v.number(),
  unowned: v.number(),
  silent: v.object({ count: v.number(), items: v.array(SilentTransmitter) }),
  clockAhead: v.object({ count: v.number(), items: v.array(AheadTransmitter) }),
  faulty: v.object({ count: v.number(), items: v.array(FaultyTransmitter) }),
  throttled: v.object({ count: v.number(), items: v.array(ThrottledTransmitter) }),
  batteries: v.object({ count: v.number(), items: v.array(EndingBattery) }),
  /** By what the transmitters run; null where they have not said it. */
  firmware: v.array(v.object({ version: v.nullable(v.string()), count: v.number() })),
  /** By hour, the oldest first; hours in which nothing came are among them. */
  ingest: v.array(v.object({ from: v.string(), requests: v.number(), readings: v.number(), refused: v.number() })),
  /** Given up in the last 24 h, by channel, and what waits to be tried again. */
  deliveries: v.object({
    failed: v.array(v.object({ channel: ChannelType, count: v.number() })),
    waiting: v.number(),
    failingChannels: v.number(),
  }),
  /** Failed in the last 7 days, the newest first. */
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
