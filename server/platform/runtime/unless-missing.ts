/** Whether a file or folder was looked for in vain, unlike one that cannot be read. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** What a look at a file or folder gives; undefined where there is none. Throws where there is one that cannot be read. */
export async function unlessMissing<Found>(look: Promise<Found>): Promise<Found | undefined> {
  try {
    return await look
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
