import * as v from 'valibot'

const lenient = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

/** Which year, which scale of it, or the rules; what does not fit is left out. */
export const AnalysisSearch = v.looseObject({
  year: lenient(v.pipe(v.number(), v.integer(), v.minValue(2016), v.maxValue(2098))),
  scale: lenient(v.pipe(v.number(), v.integer(), v.minValue(1))),
  view: lenient(v.picklist(['rules'])),
})
export type AnalysisSearch = v.InferOutput<typeof AnalysisSearch>
