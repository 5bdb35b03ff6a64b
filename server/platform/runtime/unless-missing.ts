/** Whether a file or folder does not exist, as opposed to one that cannot be read. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** The result of reading a file or folder. Undefined if it does not exist. Throws if it exists but cannot be read. */
export async function unlessMissing<Found>(look: Promise<Found>): Promise<Found | undefined> {
  try {
    return await look
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
