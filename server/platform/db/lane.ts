export type Statement = { sql: string; parameters: readonly unknown[] }
export type StatementResult = { rows: unknown[]; changes: number; insertId: number | undefined }

export type Transaction = {
  execute(statement: Statement): Promise<StatementResult>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** `pressed`: who asks has nothing else to do until the answer, and asks again at once. A thread stays awake for that where it has one to itself. */
export type Pace = 'pressed'

/** One connection, wherever it lives: what is asked of it runs one after the other. */
export type Lane = {
  execute(statement: Statement): Promise<StatementResult>
  /** Resolves when the connection is free; nothing else runs on it until commit or rollback. */
  begin(): Promise<Transaction>
  /** Runs a named task beside the data; nothing else runs on the connection meanwhile. */
  run(task: string, input: unknown, pace?: Pace): Promise<unknown>
  close(): Promise<void>
}

/** What the database said, with its own code, kept whole across threads. */
export class DatabaseError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'DatabaseError'
    this.code = code
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Whether a statement failed because a row of that key is there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error))

/** Whether a row belongs to one that is not there: that was removed while this was on its way. */
export const isOrphan = (error: unknown): boolean => ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error))

/** Whether another process held the lock for writing for too long. */
export const isLocked = (error: unknown): boolean => /^(SQLITE_BUSY|55P03$)/.test(codeOf(error))

/**
 * Of PostgreSQL: another node keeps the database, no connection or none left, nobody let in or no such database any more, a disk or memory
 * that is full, a lock that was held for too long, a server that ends, begins or only reads, what the engine took back so that others could go
 * on, and what somebody or a limit of theirs canceled.
 */
const UNAVAILABLE = /^(HW001|08...|28...|3D000|53...|55P03|57014|57P0[1-5]|58030|25006|25P03|40001|40P01)$/

/** Whether the disk is full, or the database locked or out of reach: worth another try later. */
export const isStorageUnavailable = (error: unknown): boolean =>
  /^SQLITE_(FULL|BUSY|LOCKED|IOERR|CANTOPEN|READONLY)/.test(codeOf(error)) || UNAVAILABLE.test(codeOf(error))
