type Row = { id: number; last_seen_at: number | null; update_interval_hours: number }

/** `hours`: the interval when it was last looked at; `longest`: of those since it was last heard. */
type Known = { heardAt: number; hours: number; longest: number }

/**
 * Remembers by which interval each transmitter may still be sending: it learns of another one when it sends the next time, so that until
 * then the longest one since it was last heard counts. `see` takes all transmitters in use, and returns their intervals in hours. A restart forgets.
 */
export function createIntervalsInForce() {
  let known = new Map<number, Known>()
  return {
    see(rows: readonly Row[]): ReadonlyMap<number, number> {
      known = new Map(rows.map((row) => [row.id, next(known.get(row.id), row)]))
      return new Map([...known].map(([id, { longest }]) => [id, longest]))
    },
  }
}

function next(before: Known | undefined, { last_seen_at, update_interval_hours: hours }: Row): Known {
  const heardAt = Number(last_seen_at)
  // it may have been heard before the interval was changed
  const since = before && (before.heardAt === heardAt ? before.longest : before.hours)
  return { heardAt, hours, longest: Math.max(hours, since ?? hours) }
}
