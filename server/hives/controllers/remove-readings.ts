import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Deps } from '../../deps.ts'
import { createRests } from '../../platform/loops/rests.ts'
import { deleteSomeRawWeights, deleteSomeStates, deleteSomeTiles, selectGivenUpSeries } from './give-up-queries.ts'

/** Some milliseconds of the writer. */
const ROWS_AT_ONCE = 200

export type ReadingRemoval = {
  /** Something was given up. */
  wake(): void
  /** Resolves when all is deleted that can be. */
  run(): Promise<void>
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Deletes what scales measured that are gone with their transmitter, part by part: ten years of twenty scales at once kept all
 * others waiting for a second. The tiles go last, so that what is left after an interruption is found again.
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
    if (!signal.aborted) logger.error({ err: error }, 'what was given up could not be deleted; it is tried again')
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
