import { UNFINISHED_MOVE } from '../../platform/db/unfinished-move.ts'
import { StartError } from '../../platform/runtime/start-error.ts'

/** The origin of the rows of a move: the source's location and its state at the time. */
export type Origin = { place: string; state: string }

/** The single row of the table that marks an unfinished target. `run`: the process now working on it. */
export type BegunMove = { origin_place: string; origin_state: string; run: string; progress: string | null }

export const CREATE_MARK = `create table ${UNFINISHED_MOVE} (origin_place text not null, origin_state text not null,
  run text not null, progress text)`

/** Throws StartError if a move already begun cannot be continued. `again`: how to empty the target. */
export function checkBegun(begun: BegunMove, { place, state }: Origin, target: string, again: string): void {
  if (begun.origin_place !== place) {
    throw new StartError(
      `${target} holds an unfinished move from ${begun.origin_place}: continue from there, or ${again} and start over`,
    )
  }
  if (begun.origin_state !== state) {
    throw new StartError(`${place} has changed since the move to ${target} began: ${again} and start over`)
  }
}
