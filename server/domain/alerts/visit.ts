import * as v from 'valibot'
import { Moment } from '../platform/moment.ts'
import { LONGEST_VISIT_MS, QUIET_MS } from './visit-length.ts'

/** Only so many visits are listed at once, the newest of a span. */
export const VISITS_MAXIMUM = 500

/** What ended a visit: somebody's action, quiet weights, or the maximum duration. */
export const VisitEnd = v.picklist(['hand', 'quiet', 'time'])
export type VisitEnd = v.InferOutput<typeof VisitEnd>

const id = v.pipe(v.string(), v.uuid())

/**
 * The body of `POST visit`: `id` is made by the client. Repeating an id changes nothing, unless it brings the end, which may even come
 * first. Times are by the device's clock; if that is wrong, they are corrected by its `Device-Time` header.
 */
export const VisitBody = v.object({
  id,
  controllerId: v.number(),
  startedAt: Moment,
  endedAt: v.optional(Moment),
})
export type VisitBody = v.InferOutput<typeof VisitBody>

/** A correction made by hand. */
export const VisitEditBody = v.partial(v.object({ startedAt: Moment, endedAt: Moment }))
export type VisitEditBody = v.InferOutput<typeof VisitEditBody>

/**
 * When somebody was at an apiary; `endedAt` is null while they are there. `scales`: those whose weight changed in the meantime, with the
 * steps in kg in order: 12.4 taken off, 3.1 put on.
 */
export const Visit = v.object({
  id: v.string(),
  controllerId: v.number(),
  startedAt: v.string(),
  endedAt: v.nullable(v.string()),
  endedBy: v.nullable(VisitEnd),
  scales: v.array(v.object({ scaleId: v.number(), changes: v.array(v.number()) })),
})
export type Visit = v.InferOutput<typeof Visit>

export const VisitReply = v.object({ message: v.string(), ...Visit.entries })
export const VisitRemovedReply = v.object({ message: v.string(), id: v.string() })

/**
 * Returns the moments at which a visit counts like a noted intervention: every half hour of it, and its end. Input and output in epoch ms. An end
 * later than any visit's was damaged, and would be counted up to by the million.
 */
export function visitMoments(startedAt: number, endedAt: number | null): number[] {
  const latest = startedAt + LONGEST_VISIT_MS
  const end = Math.min(endedAt ?? latest, latest)
  const moments: number[] = []
  for (let at = startedAt; at < end; at += QUIET_MS) moments.push(at)
  return [...moments, end]
}

/** Evidence from an apiary at a time (epoch ms): a change of weight or a person's action, or a reading without any change. */
export type VisitSign = { time: number; moved: boolean }

/**
 * Determines how a visit that nobody ended is over, from evidence in any order; undefined while it continues. It ends with the last change
 * before half an hour that was seen to be quiet; if nothing changed, after that half hour. A visit that starts far in the future was
 * started while a clock was ahead: it counts as over, because otherwise it would hold back alarms for days. All in epoch ms.
 */
export function visitEnd(
  startedAt: number,
  signs: readonly VisitSign[],
  now: number,
): { endedAt: number; endedBy: VisitEnd } | undefined {
  if (startedAt > now + QUIET_MS) return { endedAt: startedAt, endedBy: 'time' }
  const latest = startedAt + LONGEST_VISIT_MS
  const ordered = signs
    .filter(({ time }) => time > startedAt && time <= Math.min(latest, now))
    .sort((a, b) => a.time - b.time || Number(b.moved) - Number(a.moved))
  let last = startedAt
  const end = () => (last > startedAt ? last : Math.min(startedAt + QUIET_MS, now))
  for (const { time, moved } of ordered) {
    if (moved) last = time
    else if (time >= last + QUIET_MS) return { endedAt: end(), endedBy: 'quiet' }
  }
  return now >= latest ? { endedAt: end(), endedBy: 'time' } : undefined
}

/** Steps in the same direction that are this close together count as one. */
const SAME_STEP_SECONDS = 15 * 60
/** If what was taken off is put back to within this much, nothing has changed. */
const PUT_BACK_GRAMS = 300

/** Returns the changes by hand at a hive in grams: steps between readings (epoch seconds), without anything lifted and put back. */
export function visitChanges(jumps: readonly { time: number; changeGrams: number }[]): number[] {
  const steps: { time: number; grams: number }[] = []
  for (const { time, changeGrams } of jumps.toSorted((a, b) => a.time - b.time)) {
    const before = steps.at(-1)
    const goesOn =
      before && Math.sign(before.grams) === Math.sign(changeGrams) && time - before.time <= SAME_STEP_SECONDS
    if (goesOn) Object.assign(before, { time, grams: before.grams + changeGrams })
    else if (before && Math.abs(before.grams + changeGrams) <= PUT_BACK_GRAMS) steps.pop()
    else steps.push({ time, grams: changeGrams })
  }
  return steps.map(({ grams }) => grams)
}
