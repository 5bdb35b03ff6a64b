import { UNFINISHED_MOVE } from '../../platform/db/unfinished-move.ts'
import { StartError } from '../../platform/runtime/start-error.ts'

/** Which rows a move brings: those of a place, in the state in which it was. */
export type Origin = { place: string; state: string }

/** The one row of the table that marks a target. `run`: whoever works on it now. */
export type BegunMove = { origin_place: string; origin_state: string; run: string; progress: string | null }

export const CREATE_MARK = `create table ${UNFINISHED_MOVE} (origin_place text not null, origin_state text not null,
  run text not null, progress text)`

/** Throws StartError where what was begun cannot be gone on with. `again`: how to make the target empty. */
export function checkBegun(begun: BegunMove, { place, state }: Origin, target: string, again: string): void {
  if (begun.origin_place !== place) {
    throw new StartError(
      `${target} is half moved from ${begun.origin_place}: go on from there, or ${again} and begin again`,
    )
  }
  if (begun.origin_state !== state) {
    throw new StartError(`${place} has changed since the move to ${target} was begun: ${again} and begin again`)
  }
}
