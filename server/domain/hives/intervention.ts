import * as v from 'valibot'
import { Moment } from '../platform/moment.ts'
import { textUpTo } from '../platform/text-up-to.ts'

export const InterventionLabel = v.picklist([
  'inspection',
  'feeding',
  'harvest',
  'super_added',
  'super_removed',
  'treatment',
  'swarm_caught',
  'queen',
  'other',
])
export type InterventionLabel = v.InferOutput<typeof InterventionLabel>

/** The details that can be given for each kind of intervention. */
export const interventionDetails = {
  queen: ['seen', 'marked', 'missing', 'eggs', 'no_eggs'],
  inspection: ['calm', 'nervous', 'aggressive'],
  treatment: ['oxalic_acid', 'formic_acid', 'lactic_acid', 'thymol'],
} as const satisfies Partial<Record<InterventionLabel, readonly string[]>>
type Details = typeof interventionDetails

export const InterventionDetail = v.picklist([
  ...interventionDetails.queen,
  ...interventionDetails.inspection,
  ...interventionDetails.treatment,
])
export type InterventionDetail = v.InferOutput<typeof InterventionDetail>

/** Whether a detail belongs to a kind: for example, a queen is never "calm". */
export const detailFits = (label: InterventionLabel, detail: InterventionDetail): boolean =>
  (interventionDetails[label as keyof Details] as readonly string[] | undefined)?.includes(detail) ?? false

/** The most that can be fed or harvested, in kg. */
export const AMOUNT_MAXIMUM_KG = 500
/** Kinds that have an amount. */
export const labelsWithAmount: readonly InterventionLabel[] = ['feeding', 'harvest']

/** The most characters that the words of an intervention may have. */
export const NOTE_LENGTH = 2000

const description = textUpTo(NOTE_LENGTH)
const uuid = v.pipe(v.string(), v.uuid())
const amount = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(AMOUNT_MAXIMUM_KG)))
const detail = v.nullable(InterventionDetail)

/**
 * `id` is made by the client, so that sending the same intervention again changes nothing. `amount` in kg; a detail that does not belong to
 * the kind is ignored. `isNow`: noted as it was done, by the device's clock, so nobody chose the time; without it, this
 * holds for what is noted during a visit (`visitId`). `isRewritten`: its words were changed while it was waiting to be sent, perhaps after
 * it had arrived without an answer, so the intervention with this id gets them.
 */
export const InterventionBody = v.object({
  id: v.optional(uuid),
  scaleId: v.number(),
  label: InterventionLabel,
  description: v.optional(description, ''),
  time: Moment,
  amount: v.optional(amount),
  detail: v.optional(detail),
  visitId: v.optional(v.nullable(uuid)),
  isNow: v.optional(v.boolean()),
  isRewritten: v.optional(v.boolean()),
})
export type InterventionBody = v.InferOutput<typeof InterventionBody>

/** `formerDescription`: the words that were changed. If others are stored by then, somebody else changed them, too, and both are kept. */
export const InterventionEditBody = v.partial(
  v.object({ label: InterventionLabel, description, formerDescription: description, time: Moment, amount, detail }),
)
export type InterventionEditBody = v.InferOutput<typeof InterventionEditBody>

export const Intervention = v.object({
  id: v.string(),
  scaleId: v.number(),
  label: InterventionLabel,
  description: v.string(),
  time: v.string(),
  amount: v.nullable(v.number()),
  detail,
  visitId: v.nullable(v.string()),
})
export type Intervention = v.InferOutput<typeof Intervention>

/** The reply to a change of an intervention: its complete new state. */
export const InterventionReply = v.object({ message: v.string(), ...Intervention.entries })
export const InterventionRemovedReply = v.object({ message: v.string(), id: v.string() })
