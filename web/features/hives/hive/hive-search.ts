import * as v from 'valibot'

/** What the page of a hive shows at a press: how much of the past, as a word that follows now. */
export const hiveRanges = ['day', 'week', 'month', 'season', 'year'] as const
export type HiveRange = (typeof hiveRanges)[number]

/** A preset of the chart as a button of this page; undefined where it has none. */
export const hiveRangeOf = (preset: string | undefined): HiveRange | undefined =>
  hiveRanges.find((range) => range === preset)

/** A value that does not fit is left out rather than refused: an old or damaged link still opens. */
const lenient = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

/** The address of a hive's page; `alarm` is the one that the page was opened for. */
export const HiveSearch = v.looseObject({
  range: lenient(v.picklist(hiveRanges)),
  alarm: lenient(v.pipe(v.number(), v.integer(), v.minValue(1))),
})
export type HiveSearch = v.InferOutput<typeof HiveSearch>
