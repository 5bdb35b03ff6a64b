import * as v from 'valibot'
import { nameUpTo } from '../platform/text-up-to.ts'

/** A group of users and transmitters, such as an association; its managers see them. */
export const Affiliation = v.object({ id: v.number(), name: v.string() })
export type Affiliation = v.InferOutput<typeof Affiliation>

/** The options to choose from: all affiliations, and the present one even before the others are loaded. */
export const affiliationChoice = (all: readonly Affiliation[], present: Affiliation | null): readonly Affiliation[] =>
  present && !all.some(({ id }) => id === present.id) ? [present, ...all] : all

/** An affiliation with the number of its members. */
export const CountedAffiliation = v.object({
  ...Affiliation.entries,
  userCount: v.number(),
  controllerCount: v.number(),
})
export type CountedAffiliation = v.InferOutput<typeof CountedAffiliation>

const CONTROLLERS_AT_ONCE = 1000

const Id = v.pipe(v.number(), v.integer(), v.minValue(1))

/** With `id` an affiliation is renamed, otherwise a new one is created. */
export const AffiliationBody = v.object({
  id: v.optional(Id),
  name: v.pipe(
    nameUpTo(100),
    v.transform((name) => name.replace(/\s+/g, ' ')),
  ),
})
export const AssignmentBody = v.object({
  controllerIds: v.pipe(v.array(Id), v.nonEmpty(), v.maxLength(CONTROLLERS_AT_ONCE)),
})

export const AffiliationReply = v.object({ message: v.string(), ...Affiliation.entries })
export const AffiliationRemovedReply = v.object({ message: v.string(), id: v.number() })
export const AssignmentReply = v.object({ message: v.string(), id: v.number(), controllerIds: v.array(v.number()) })
