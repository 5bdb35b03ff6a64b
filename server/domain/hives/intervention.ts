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

const description = textUpTo(2000)

/** `id` is made by the client, so that sending the same intervention again changes nothing. */
export const InterventionBody = v.object({
  id: v.optional(v.pipe(v.string(), v.uuid())),
  scaleId: v.number(),
  label: InterventionLabel,
  description: v.optional(description, ''),
  time: Moment,
})
export type InterventionBody = v.InferOutput<typeof InterventionBody>

export const InterventionEditBody = v.partial(v.object({ label: InterventionLabel, description, time: Moment }))

export const Intervention = v.object({
  id: v.string(),
  scaleId: v.number(),
  label: InterventionLabel,
  description: v.string(),
  time: v.string(),
})
export type Intervention = v.InferOutput<typeof Intervention>

/** The reply to a change of an intervention: the whole of it, as it now is. */
export const InterventionReply = v.object({ message: v.string(), ...Intervention.entries })
export const InterventionRemovedReply = v.object({ message: v.string(), id: v.string() })
