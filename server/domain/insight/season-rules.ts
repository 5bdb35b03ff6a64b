/*
 * The rules behind the season's sentences. They are rules of thumb for temperate climates: each sentence gives the figure it uses, and says
 * that a look into the hive comes first.
 */

/**
 * The capacity of one super in grams: 11 shallow frames of 2 lb of honey each (Cotswold Bees, "Winter feeding of bees": a super frame holds
 * about 2 pounds).
 */
export const SUPER_GRAMS = 10_000
/**
 * The next super is added when the last is three quarters full: 7 of 10 frames are drawn and filled (Northwest Arkansas Beekeepers,
 * "Supering", who add that nectar is 50 to 80 % water and takes more room than the honey it becomes).
 */
export const SUPER_FULL_SHARE = 0.75
/** How many days ahead to announce that the next super is needed; after that the flow may be over. */
export const SUPERS_WITHIN_DAYS = 7
/** A rise by hand within this range during a flow was a super being added: empty with its frames, or with last year's combs. */
export const SUPER_RISE_GRAMS = { from: 2_000, to: 12_000 }

/**
 * Honey is taken when the flow is over, at least two thirds of its cells are capped, and it has at most 18 % water (NordGen, "The brown
 * bee: harvest honey"). How many days the bees need for that depends on the weather, so this only limits how long after a flow the advice
 * is given.
 */
export const HARVEST_DAYS = 14
/** If a flow brought less than this, it is left to the bees. */
export const HARVEST_LEAST_GRAMS = 8_000
/** If this share of what a flow brought was taken off by hand, it was harvested. */
export const HARVESTED_SHARE = 0.25

/**
 * What a hive needs to survive the winter, in grams: at least 15 kg (British Bee Veterinary Association, "Feeding bees in winter") or about
 * 20 kg (BBKA News 216, August 2013). The lower value applies, because less is undisputedly too little.
 */
export const WINTER_STORES_GRAMS = 15_000
/**
 * When the stores are built up to that, from the end of the harvest until it is too cold for syrup: months and days, half a year later in
 * the southern hemisphere.
 */
export const WINTER_FEEDING = { north: { from: '08-10', to: '10-15' }, south: { from: '02-10', to: '04-15' } }
/** The rule is for Central and Northern Europe: nearer to the equator hives need less for the winter, and bees fly in it. */
export const WINTER_LATITUDES = { from: 42, to: 65 }

/** The fewest known midnights with which something is said about a hive. */
export const LEAST_MIDNIGHTS = 7
/** Weights older than this many days say nothing about what to do today. */
export const OLDEST_DAYS = 3
/** The days over which the change is reported if the stores are unknown. */
export const CHANGE_DAYS = 14
/** How many days back flows are looked for. */
export const SEASON_DAYS = 120
