/** Stored bytes that are no longer what was written. `code` outlives the way from one thread to another. */
export class DamagedError extends Error {
  override name = 'DamagedError'
  readonly code = 'DAMAGED'
}

/** Whether stored bytes were damaged, in whichever thread they were read. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'DAMAGED'
