import * as v from 'valibot'

/**
 * What can be wrong with the server itself, with the values that its words name beside `subject`. Each is a text
 * `trouble.<kind>` that says what is wrong, and `trouble.<kind>.todo`, what to do.
 */
export const troubleValues = {
  /** Subject: the series, as people find it. */
  series_damaged: [],
  /** Subject: the transmitter. */
  batch_set_aside: [],
  /** What is damaged in the newest backup, and in how many places. */
  backup_damaged: ['first', 'count'],
  /** Percent of the disk that is free. */
  disk_low: ['percent'],
  disk_nearly_full: ['percent'],
  /** By how many minutes, and which way. */
  clock_jumped: ['minutes', 'direction'],
  /** How many transmitters sent times that were refused. */
  times_refused: ['count'],
  mail_failing: [],
  /** Subject: the push service's host. */
  push_failing: [],
  /** Subject: the push service's host. How many devices. */
  push_refused: ['count'],
  sms_failing: [],
  mqtt_failing: [],
  /** Topics that may not be read, and how many. */
  mqtt_refused: ['first', 'count'],
  weather_failing: [],
  /** Subject: which work. With whom it fails first, and with how many. */
  loop_failing: ['first', 'count'],
  database_slow: [],
  /** Subject: where the others reach it. By how much its clock differs from the database's, and which way. */
  node_clock: ['seconds', 'direction'],
  /** Subject: where the others reached it. */
  node_lost: [],
  /** Subject: which setting. */
  insecure_setup: [],
} as const satisfies Record<string, readonly string[]>

export type TroubleKind = keyof typeof troubleValues

/** What only the running server knows of, and comes upon again by itself: with a new start it is over until it does. */
export const troublesOfARun: readonly TroubleKind[] = [
  'mail_failing',
  'push_failing',
  'sms_failing',
  'mqtt_failing',
  'mqtt_refused',
  'loop_failing',
  'database_slow',
  'node_clock',
  'node_lost',
]
export const troubleKinds = Object.keys(troubleValues) as TroubleKind[]
export const TroubleKindName = v.picklist(troubleKinds)

export const TroubleValues = v.record(v.string(), v.union([v.string(), v.number()]))

/** What is wrong, or was: the same kind and subject is one trouble until it is over. Times in epoch ms. */
export type Trouble = {
  kind: TroubleKind
  /** Whom or what it is about; undefined where it is about the server. */
  subject: string | undefined
  values: v.InferOutput<typeof TroubleValues>
  since: number
  lastSeen: number
}

/** The same on the wire, with times as ISO strings. */
export const TroubleReply = v.object({
  kind: TroubleKindName,
  subject: v.nullable(v.string()),
  values: TroubleValues,
  since: v.string(),
  ended: v.nullable(v.string()),
})
export type TroubleReply = v.InferOutput<typeof TroubleReply>

type Named<Kind extends TroubleKind> = (typeof troubleValues)[Kind][number]

/** A trouble as it is told of; values that its words need cannot be left out. */
export type RaisedTrouble = {
  [Kind in TroubleKind]: { kind: Kind; subject?: string } & (Named<Kind> extends never
    ? { values?: Record<string, string | number> }
    : { values: Record<Named<Kind>, string | number> })
}[TroubleKind]

/** Where what is wrong is told, from wherever it is noticed. */
export type Troubles = {
  /** Opens (or refreshes) what is wrong; the same kind and subject is one trouble until it is cleared. Never throws. */
  raise(trouble: RaisedTrouble): Promise<void>
  /** What was wrong is over. */
  clear(kind: TroubleKind, subject?: string): Promise<void>
  /** Open troubles, the oldest first. */
  open(): Promise<Trouble[]>
  /** Resolves when all is written that can be. */
  settled(): Promise<void>
  stop(): Promise<void>
}
