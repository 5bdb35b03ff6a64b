/*
 * What the sentences of a season rest on. They are rules of thumb of temperate hives: each sentence says with which figure it counts,
 * and that a look into the hive goes before.
 */

/**
 * What one super takes in, in grams: 11 shallow frames of 2 lb of honey each (Cotswold Bees, "Winter feeding of bees": a super frame
 * holds about 2 pounds).
 */
export const SUPER_GRAMS = 10_000
/**
 * The next super goes on when the last is three quarters full: 7 of 10 frames are drawn and filled (Northwest Arkansas Beekeepers,
 * "Supering", who add that nectar has 50 to 80 % water, and takes more room than the honey that it becomes).
 */
export const SUPER_FULL_SHARE = 0.75
/** How far ahead it is said when the next super is needed; by then the flow may be over. */
export const SUPERS_WITHIN_DAYS = 7
/** A rise by hand of so much during a flow was a super that was put on: empty with its frames, or with combs of last year. */
export const SUPER_RISE_GRAMS = { from: 2_000, to: 12_000 }

/**
 * Honey is taken when the flow is over, at least two thirds of its cells are capped, and it has at most 18 % water (NordGen, "The brown
 * bee: harvest honey"). How many days bees need for that depends on the weather, so nothing is counted but for how long after a flow
 * it is worth telling.
 */
export const HARVEST_DAYS = 14
/** What is left to the bees of a flow that brought less. */
export const HARVEST_LEAST_GRAMS = 8_000
/** Of what a flow brought so much was taken off by hand: then it was harvested. */
export const HARVESTED_SHARE = 0.25

/**
 * What a hive needs to come through the winter, in grams: at least 15 kg (British Bee Veterinary Association, "Feeding bees in winter");
 * about 20 kg (BBKA News 216, August 2013). The lower one counts: below it nobody disagrees.
 */
export const WINTER_STORES_GRAMS = 15_000
/**
 * When the stores are brought up to that, from the end of the harvest until it is too cold for syrup: months and days of the northern
 * half of the earth; in the southern one it is half a year later.
 */
export const WINTER_FEEDING = { north: { from: '08-10', to: '10-15' }, south: { from: '02-10', to: '04-15' } }
/** The rule is one of Central and Northern Europe: nearer to the equator hives winter on less, and fly in winter. */
export const WINTER_LATITUDES = { from: 42, to: 65 }

/** From so many known midnights on something is said of a hive. */
export const LEAST_MIDNIGHTS = 7
/** Weights that are older say nothing of what is to be done today. */
export const OLDEST_DAYS = 3
/** Over so many days the change is told where the stores cannot be. */
export const CHANGE_DAYS = 14
/** So far back flows are looked for. */
export const SEASON_DAYS = 120
