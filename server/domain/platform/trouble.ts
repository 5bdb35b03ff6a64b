import * as v from 'valibot'

/**
 * Everything that can be wrong with the server itself, with the values that its texts use besides `subject`. Each has a text
 * `trouble.<kind>` that says what is wrong, and `trouble.<kind>.todo`, which says what to do.
 */
export const troubleValues = {
  /** Subject: the series, as it is known to users. */
  series_damaged: [],
  /** Subject: the transmitter. */
  batch_set_aside: [],
  /** What is damaged in the newest backup, and in how many places. */
  backup_damaged: ['first', 'count'],
  /** The first damaged JSON or time in the tables, by table, row, and column, and how many there are. */
  values_damaged: ['first', 'count'],
  /** Percentage of the disk that is free. */
  disk_low: ['percent'],
  disk_nearly_full: ['percent'],
  /** By how many minutes, and in which direction. */
  clock_jumped: ['minutes', 'direction'],
  /** How many transmitters sent times that were refused. */
  times_refused: ['count'],
  /** For how many hours no transmitter has reached the server. */
  nobody_heard: ['hours'],
  mail_failing: [],
  /** Subject: the push service's host. */
  push_failing: [],
  /** Subject: the push service's host. How many devices. */
  push_refused: ['count'],
  sms_failing: [],
  mqtt_failing: [],
  /** The first of the topics that the server may not read, and how many there are. */
  mqtt_refused: ['first', 'count'],
  weather_failing: [],
  /** Subject: the kind of work. The first it fails for, and how many in all. */
  loop_failing: ['first', 'count'],
  database_slow: [],
  /** Subject: the address where the other nodes reach this one. How far its clock is from the database's, and in which direction. */
  node_clock: ['seconds', 'direction'],
  /** Subject: the address where the other nodes reached it. */
  node_lost: [],
  /** Subject: which setting. */
  insecure_setup: [],
} as const satisfies Record<string, readonly string[]>

export type TroubleKind = keyof typeof troubleValues

/** Troubles that only the running server knows of and finds again by itself: a restart ends them until it does. */
export const troublesOfARun: readonly TroubleKind[] = [
  'mail_failing',
  'push_failing',
  'sms_failing',
  'mqtt_failing',
  'mqtt_refused',
  'loop_failing',
  'database_slow',
  'nobody_heard',
  'node_clock',
  'node_lost',
]
export const troubleKinds = Object.keys(troubleValues) as TroubleKind[]
export const TroubleKindName = v.picklist(troubleKinds)

export const TroubleValues = v.record(v.string(), v.union([v.string(), v.number()]))

/** Something that is or was wrong: all reports of the same kind and subject are one trouble until it is over. Times in epoch ms. */
export type Trouble = {
  kind: TroubleKind
  /** Whom or what it is about; undefined if it is about the server itself. */
  subject: string | undefined
  values: v.InferOutput<typeof TroubleValues>
  since: number
  lastSeen: number
}

/** A trouble as the API sends it, with times as ISO strings. */
export const TroubleReply = v.object({
  kind: TroubleKindName,
  subject: v.nullable(v.string()),
  values: TroubleValues,
  since: v.string(),
  ended: v.nullable(v.string()),
})
export type TroubleReply = v.InferOutput<typeof TroubleReply>

type Named<Kind extends TroubleKind> = (typeof troubleValues)[Kind][number]

/** A trouble as it is reported; the values that its texts need are required. */
export type RaisedTrouble = {
  [Kind in TroubleKind]: { kind: Kind; subject?: string } & (Named<Kind> extends never
    ? { values?: Record<string, string | number> }
    : { values: Record<Named<Kind>, string | number> })
}[TroubleKind]

/** Takes reports of trouble from all parts of the server. */
export type Troubles = {
  /** Opens or refreshes a trouble; the same kind and subject is one trouble until it is cleared. Never throws. */
  raise(trouble: RaisedTrouble): Promise<void>
  /** Marks a trouble as over. */
  clear(kind: TroubleKind, subject?: string): Promise<void>
  /** Returns the open troubles, oldest first. */
  open(): Promise<Trouble[]>
  /** Resolves once everything that can be written is written. */
  settled(): Promise<void>
  stop(): Promise<void>
}
