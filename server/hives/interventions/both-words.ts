import { NOTE_LENGTH } from '#domain/hives/intervention.ts'

const BETWEEN = '\n\n'

/**
 * Returns the words of a note that two changed at the same time: those that are stored, followed by those that somebody wrote without having seen them. `former`:
 * the words that were changed. Sent again, they are not added again. Undefined if there is no room for both.
 */
export function bothWords({
  former,
  stored,
  written,
}: {
  former: string
  stored: string
  written: string
}): string | undefined {
  if (stored === former || stored === written || stored === '') return written
  if (written === '' || stored.endsWith(BETWEEN + written)) return stored
  // the former words are the writer's own, and were added here before
  const kept = former !== '' && stored.endsWith(BETWEEN + former) ? stored.slice(0, -(BETWEEN + former).length) : stored
  const both = kept + BETWEEN + written
  return both.length <= NOTE_LENGTH ? both : undefined
}
