import * as v from 'valibot'

const day = v.pipe(v.string(), v.isoDate())
const about = {
  scaleId: v.number(),
  controllerId: v.number(),
  /** The local day of the last known midnight; null if there is none. */
  asOf: v.nullable(day),
}

/** `now`: within three days; `soon`: to be done, but it can wait; `later`: good to know; `unknown`: nothing can be said. */
export const SeasonUrgency = v.picklist(['now', 'soon', 'later', 'unknown'])
export type SeasonUrgency = v.InferOutput<typeof SeasonUrgency>

const runway = { storesKg: v.number(), perDayKg: v.number(), shortest: v.number(), longest: v.nullable(v.number()) }

/**
 * The advice for one hive's season, with the figures it is based on; weights in kg, changes from net weights. `supers`: `filledKg` of the
 * room available since `roomSince`, when a super was added or the flow began, are filled. `feed` and `stores`: what is left lasts at least
 * until the day `until`, for `shortest` to `longest` days (null: over a year). `lasting`: for over a year, or for an unknown time if
 * `rateKnown` is false. `winterFeed`: `missingKg` more are needed for the winter by the day `by`. `harvest`: the flow's honey that is still
 * in the hive. `change`: the stores are unknown because the empty weight is not set.
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

/** The reply of `GET season`: the hives of the caller's own transmitters, each with one sentence, most urgent first. */
export const Season = v.array(SeasonAdvice)
export type Season = v.InferOutput<typeof Season>
