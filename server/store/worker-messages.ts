import type { Pace, Statement } from '../platform/db/lane.ts'
import type { Handover } from './handover.ts'

/** A request of the main thread to a database worker; `transaction` names an open one. */
export type WorkerRequest = { id: number } & (
  | { kind: 'execute'; statement: Statement; transaction?: number }
  | { kind: 'begin' }
  | { kind: 'end'; transaction: number; how: 'commit' | 'rollback' }
  | { kind: 'run'; task: string; input: unknown; pace?: Pace | undefined }
  | { kind: 'close' }
)

export type WorkerReply = { id: number } & ({ result: unknown } | { error: { code: string; message: string } })

export type FileSetup = { file: string; role: 'writer' | 'reader' }
/** `writes` counts writes made outside the tasks, across all threads; `epoch`: the only epoch in which they may write. */
export type PostgresSetup = { url: string } & (
  | { role: 'writer'; writes: SharedArrayBuffer; epoch: number | undefined }
  | { role: 'reader'; connections: number }
)
export type WorkerSetup = FileSetup | PostgresSetup
export type WorkerData = { setup: WorkerSetup; handover: Handover }
