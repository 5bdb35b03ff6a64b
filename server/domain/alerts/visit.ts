import * as v from 'valibot'
import { Moment } from '../platform/moment.ts'
import { LONGEST_VISIT_MS, QUIET_MS } from './visit-length.ts'

/** By whom a visit was ended: by somebody's hand, as the weights were quiet, or as it had gone on for too long. */
export const VisitEnd = v.picklist(['hand', 'quiet', 'time'])
export type VisitEnd = v.InferOutput<typeof VisitEnd>

const id = v.pipe(v.string(), v.uuid())

/**
 * The body of `POST visit`: `id` is made by the client. The same id again changes nothing, unless it brings the end, which may come first.
 * Times are the device's moments; where its clock is wrong, what it says in `Device-Time` puts them right.
 */
export const VisitBody = v.object({
  id,
  controllerId: v.number(),
  startedAt: Moment,
  endedAt: v.optional(Moment),
})
export type VisitBody = v.InferOutput<typeof VisitBody>

/** A correction by hand. */
export const VisitEditBody = v.partial(v.object({ startedAt: Moment, endedAt: Moment }))
export type VisitEditBody = v.InferOutput<typeof VisitEditBody>

/**
 * When somebody was at an apiary; `endedAt` is null while they are. `scales`: those whose weight changed meanwhile, with the steps in kg in
 * their order: taken off 12.4, put on 3.1.
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

/** Moments by which a visit stands among what people noted: every half hour of it, and its end. In and out in epoch ms. */
export function visitMoments(startedAt: number, endedAt: number | null): number[] {
  const end = endedAt ?? startedAt + LONGEST_VISIT_MS
  const moments: number[] = []
  for (let at = startedAt; at < end; at += QUIET_MS) moments.push(at)
  return [...moments, end]
}

/** Something known of an apiary at a time (epoch ms): a weight or a hand that moved, or a reading at which none had. */
export type VisitSign = { time: number; moved: boolean }

/**
 * How a visit that nobody ended is over, from what is known of it in any order; undefined while it goes on. It ends with the last
 * movement before half an hour that was seen to be quiet; where nothing moved, after that half hour. One that begins far ahead was begun while
 * a clock was: it is over, or it would hold alarms back for days. All in epoch ms.
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

/** Steps this near to each other in the same direction are one. */
const SAME_STEP_SECONDS = 15 * 60
/** What is put back to this much of what was taken changed nothing. */
const PUT_BACK_GRAMS = 300

/** What hands changed at a hive, in grams: steps between readings (epoch seconds), without what was lifted and put back. */
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
