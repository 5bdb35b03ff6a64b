import * as v from 'valibot'

export const FIRST_YEAR = 2016
export const quantities = ['change', 'temperature', 'activity'] as const
/** What the colors of the calendar mean: change of the weight, temperature, or how far the weight moved within the hour. */
export type Quantity = (typeof quantities)[number]

/** A value that does not fit is left out rather than refused: an old or damaged link still opens. */
const lenient = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)
const whole = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum))

/** The address of the heat map; what is as by default is left out. */
export const HeatmapSearch = v.looseObject({
  view: lenient(v.literal('map')),
  scale: lenient(whole(1, 999_999_999)),
  show: lenient(v.picklist(quantities)),
  year: lenient(whole(FIRST_YEAR, 2100)),
  whole: lenient(v.boolean()),
})
export type HeatmapSearch = v.InferOutput<typeof HeatmapSearch>
