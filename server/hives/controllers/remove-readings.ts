import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Deps } from '../../deps.ts'
import { createRests } from '../../platform/loops/rests.ts'
import { deleteSomeRawWeights, deleteSomeStates, deleteSomeTiles, selectGivenUpSeries } from './give-up-queries.ts'

/** A batch that takes the writer a few milliseconds. */
const ROWS_AT_ONCE = 200

export type ReadingRemoval = {
  /** To be called when something was given up. */
  wake(): void
  /** Resolves once everything deletable is deleted. */
  run(): Promise<void>
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Deletes the readings of scales that are gone with their transmitter, part by part: ten years of twenty scales at once would block
 * everybody else for a second. The tiles go last, so that the rest is found again after an interruption.
 */
export function createReadingRemoval(
  { database: { db }, logger }: Pick<Deps, 'database' | 'logger'>,
  rowsAtOnce = ROWS_AT_ONCE,
): ReadingRemoval {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined
  let isAgain = false

  async function removeAll(): Promise<void> {
    const rest = createRests(signal)
    for (const seriesId of await selectGivenUpSeries(db)) {
      const parts = [
        () => deleteSomeStates(db, seriesId, rowsAtOnce),
        () => deleteSomeRawWeights(db, seriesId, rowsAtOnce),
        ...Object.values(levelNumber).map((level) => () => deleteSomeTiles(db, { seriesId, level, limit: rowsAtOnce })),
      ]
      for (const removeSome of parts) {
        do {
          signal.throwIfAborted()
          await rest()
        } while ((await removeSome()) === rowsAtOnce)
      }
    }
  }

  function run(): Promise<void> {
    if (running) isAgain = true
    running ??= (async () => {
      do {
        isAgain = false
        await removeAll()
      } while (isAgain)
    })().finally(() => {
      running = undefined
    })
    return running
  }

  const told = (error: unknown): void => {
    if (!signal.aborted) logger.error({ err: error }, 'readings of deleted series could not be deleted; will try again')
  }
  return {
    run,
    wake: () => void run().catch(told),
    idle: async () => void (await running?.catch(told)),
    async stop() {
      stopping.abort()
      await running?.catch(told)
    },
  }
}
