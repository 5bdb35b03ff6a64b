export type Statement = { sql: string; parameters: readonly unknown[] }
export type StatementResult = { rows: unknown[]; changes: number; insertId: number | undefined }

export type Transaction = {
  execute(statement: Statement): Promise<StatementResult>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** `pressed`: the caller has nothing else to do until the answer, and asks again immediately. A lane with its own thread keeps that awake for it. */
export type Pace = 'pressed'

/** One connection, in whichever thread: its requests run one after the other. */
export type Lane = {
  execute(statement: Statement): Promise<StatementResult>
  /** Resolves when the connection is free; nothing else runs on it until commit or rollback. */
  begin(): Promise<Transaction>
  /** Runs a named task close to the data; nothing else runs on the connection meanwhile. */
  run(task: string, input: unknown, pace?: Pace): Promise<unknown>
  close(): Promise<void>
}

/** An error from the database, with its own code, preserved across threads. */
export class DatabaseError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'DatabaseError'
    this.code = code
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Whether a statement failed because a row with that key already exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error))

/** Whether a row refers to one that does not exist, because it was removed in the meantime. */
export const isOrphan = (error: unknown): boolean => ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error))

/** Whether another process held the write lock for too long. */
export const isLocked = (error: unknown): boolean => /^(SQLITE_BUSY|55P03$)/.test(codeOf(error))

/** Whether the database was locked or out of reach, whatever it was asked: the same will work once it is back. */
export const isOutOfReach = (error: unknown): boolean =>
  isLocked(error) || /^(HW001|08...|25006|53300|57P0[1-5])$/.test(codeOf(error))

/**
 * For PostgreSQL: another node keeps the database; no connection, or none left; access denied or the database is gone; disk or memory is
 * full; a lock was held for too long; the server is shutting down, starting or read-only; the engine canceled it so that others could go
 * on; or somebody or a configured limit canceled it.
 */
const UNAVAILABLE = /^(HW001|08...|28...|3D000|53...|55P03|57014|57P0[1-5]|58030|25006|25P03|40001|40P01)$/

/** Whether the disk is full, or the database locked or unreachable: worth another try later. */
export const isStorageUnavailable = (error: unknown): boolean =>
  /^SQLITE_(FULL|BUSY|LOCKED|IOERR|CANTOPEN|READONLY)/.test(codeOf(error)) || UNAVAILABLE.test(codeOf(error))
