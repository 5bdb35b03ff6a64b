import type { SetAsideReason, SetAsideStage } from '#domain/operations/set-aside.ts'
import { DamagedError } from '#domain/platform/damaged-error.ts'
import { encodeInboxRows, INBOX_FIELDS, type InboxRows, seriesAt } from '../inbox/inbox-rows.ts'
import type { HotStatements } from '../store/hot-statements.ts'

const MESSAGE_LENGTH = 500

/** What is set aside, and why. `days` (epoch seconds): those without hour and day values. */
export type ToSetAside = { seriesId: number; error: unknown; nowMs: number } & (
  | { stage: 'detection'; reason?: SetAsideReason }
  | { stage: 'roll_up'; days: Iterable<number> }
)

export const reasonOf = (error: unknown): SetAsideReason => (error instanceof DamagedError ? 'damaged' : 'failed')
export const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, MESSAGE_LENGTH)

const encodeDays = (days: Iterable<number>) => new Uint8Array(Float64Array.from(days).buffer)
export const decodeDays = (body: Uint8Array): number[] => [...new Float64Array(body.slice().buffer)]

/** The transmitter of a series; undefined if it is gone. */
export const controllerOf = (statements: HotStatements, seriesId: number): number | undefined =>
  seriesId < 0 ? -seriesId : statements.controllerOfScale.get(seriesId)?.controller_id

/** Sets a series aside in the open transaction: one row per series and stage. */
export function setAsideSeries(statements: HotStatements, aside: ToSetAside): void {
  const { seriesId, stage, error, nowMs } = aside
  const controllerId = controllerOf(statements, seriesId)
  if (controllerId === undefined) return
  const reason = (stage === 'detection' && aside.reason) || reasonOf(error)
  const known = statements.findSetAside.get(seriesId, stage)
  const before = known?.body ? decodeDays(known.body) : []
  const body = stage === 'roll_up' ? encodeDays(new Set([...before, ...aside.days])) : null
  if (known) statements.updateSetAside.run(reason, messageOf(error), body, nowMs, known.id)
  else insert(statements, controllerId, seriesId, stage, reason, error, body, 0, nowMs)
}

/** Stores readings of one series that no tile can take, in the open transaction. */
export function setAsideReadings(statements: HotStatements, rows: InboxRows, error: unknown, receivedAt: number): void {
  if (rows.length === 0) return
  const seriesId = seriesAt(rows.fields, 0)
  const controllerId = controllerOf(statements, seriesId)
  if (controllerId === undefined) return
  const body = encodeInboxRows(rows)
  insert(statements, controllerId, seriesId, 'readings', reasonOf(error), error, body, rows.length, receivedAt)
}

function insert(
  statements: HotStatements,
  controllerId: number,
  seriesId: number,
  stage: SetAsideStage,
  reason: SetAsideReason,
  error: unknown,
  body: Uint8Array | null,
  readings: number,
  nowMs: number,
): void {
  statements.insertSetAside.run(
    ...([controllerId, seriesId, stage, reason, messageOf(error), body, readings, nowMs, 1, nowMs] as const),
  )
}

/** Groups rows by series. */
export function rowsBySeries(rows: readonly Int32Array[]): InboxRows[] {
  return [...Map.groupBy(rows, (row) => seriesAt(row, 0)).values()].map((own) => {
    const fields = new Int32Array(own.length * INBOX_FIELDS)
    for (const [at, row] of own.entries()) fields.set(row, at * INBOX_FIELDS)
    return { length: own.length, fields }
  })
}
