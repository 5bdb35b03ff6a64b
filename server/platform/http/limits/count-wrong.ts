import { AppError } from '../app-error.ts'

type Tries<Key> = { consume(key: Key): Promise<void>; giveBack(key: Key): Promise<void> }

/**
 * Counts an attempt before it is made, so that simultaneous ones do not slip through, and takes it back if it was right or could not be checked, as
 * when the database was away. `isWrong`: which refusals count as wrong.
 */
export async function countWrong<Key, Result>(
  tries: Tries<Key>,
  key: Key,
  attempt: () => Promise<Result>,
  isWrong: (refusal: AppError) => boolean = () => true,
): Promise<Result> {
  await tries.consume(key)
  try {
    const result = await attempt()
    await tries.giveBack(key)
    return result
  } catch (error) {
    if (!(error instanceof AppError && isWrong(error))) await tries.giveBack(key)
    throw error
  }
}
