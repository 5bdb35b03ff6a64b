import { oneOf, openSearchOf, rowId, whole } from '../../../api/read-fields.ts'

/** Reads the address: which year, which scale, or the rules. */
export const readAnalysisSearch = openSearchOf({
  year: whole(2016, 2098),
  scale: rowId,
  view: oneOf('rules'),
})
export type AnalysisSearch = ReturnType<typeof readAnalysisSearch>
