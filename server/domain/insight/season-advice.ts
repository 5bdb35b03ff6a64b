import * as v from 'valibot'

const day = v.pipe(v.string(), v.isoDate())
const about = {
  scaleId: v.number(),
  controllerId: v.number(),
  /** The local day of the last midnight that is known; null where none is. */
  asOf: v.nullable(day),
}

/** `now`: within three days; `soon`: it is to be done, but can wait; `later`: good to know; `unknown`: nothing can be told. */
export const SeasonUrgency = v.picklist(['now', 'soon', 'later', 'unknown'])
export type SeasonUrgency = v.InferOutput<typeof SeasonUrgency>

const runway = { storesKg: v.number(), perDayKg: v.number(), shortest: v.number(), longest: v.nullable(v.number()) }

/**
 * What one hive's season says, with what it is computed from; weights in kg, changes from net weights. `supers`: since `roomSince`, when
 * a super was put on or the flow began, `filledKg` of its room are used. `feed` and `stores`: until the day `until` what is left lasts at
 * least, `shortest` and `longest` days (null: over a year). `lasting`: over a year, or `rateKnown` is false. `winterFeed`: `missingKg` up to what a winter needs, by the day `by`. `harvest`: what
 * the flow brought that is still in the hive. `change`: the stores cannot be told, as the empty weight is not set.
 */
export const SeasonAdvice = v.variant('kind', [
  v.object({
    ...about,
    kind: v.literal('supers'),
    urgency: SeasonUrgency,
    from: day,
    kg: v.number(),
    perDayKg: v.number(),
    roomSince: day,
    filledKg: v.number(),
    withinDays: v.number(),
  }),
  v.object({ ...about, kind: v.literal('feed'), urgency: SeasonUrgency, ...runway, until: day }),
  v.object({
    ...about,
    kind: v.literal('winterFeed'),
    urgency: SeasonUrgency,
    storesKg: v.number(),
    missingKg: v.number(),
    by: day,
  }),
  v.object({
    ...about,
    kind: v.literal('harvest'),
    urgency: SeasonUrgency,
    from: day,
    to: day,
    kg: v.number(),
    until: day,
  }),
  v.object({ ...about, kind: v.literal('stores'), urgency: SeasonUrgency, ...runway, until: day }),
  v.object({
    ...about,
    kind: v.literal('lasting'),
    urgency: SeasonUrgency,
    storesKg: v.number(),
    rateKnown: v.boolean(),
  }),
  v.object({ ...about, kind: v.literal('change'), urgency: SeasonUrgency, kg: v.number(), days: v.number() }),
  v.object({ ...about, kind: v.literal('old'), urgency: SeasonUrgency }),
  v.object({ ...about, kind: v.literal('few'), urgency: SeasonUrgency, days: v.number(), needed: v.number() }),
])
export type SeasonAdvice = v.InferOutput<typeof SeasonAdvice>
export type SeasonAdviceOf<Kind extends SeasonAdvice['kind']> = Extract<SeasonAdvice, { kind: Kind }>

/** The reply of `GET season`: the hives of own transmitters, each with one sentence, what is most urgent first. */
export const Season = v.array(SeasonAdvice)
export type Season = v.InferOutput<typeof Season>
