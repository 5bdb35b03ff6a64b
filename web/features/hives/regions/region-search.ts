import * as v from 'valibot'

/** What of the regions is open, in the address: a number, or `new`. */
export const RegionSearch = v.object({
  region: v.fallback(
    v.optional(v.union([v.literal('new'), v.pipe(v.number(), v.integer(), v.minValue(1))])),
    undefined,
  ),
})
export type RegionSearch = v.InferOutput<typeof RegionSearch>
