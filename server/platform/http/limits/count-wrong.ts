import { AppError } from '../app-error.ts'

type Tries<Key> = { consume(key: Key): Promise<void>; giveBack(key: Key): Promise<void> }

/**
 * Counts a try before it is made, so that many at once do not slip through, and gives it back where it was right, or nobody could say: the
 * database was away. `isWrong`: which refusals say that it was.
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
