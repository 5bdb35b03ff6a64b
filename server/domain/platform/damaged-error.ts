/** Stored bytes are no longer what was written. `code` survives being passed between threads. */
export class DamagedError extends Error {
  override name = 'DamagedError'
  readonly code = 'DAMAGED'
}

/** Whether the error means damaged stored bytes, whichever thread read them. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'DAMAGED'
