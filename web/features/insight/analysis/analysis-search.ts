import { oneOf, openSearchOf, rowId, whole } from '../../../api/read-fields.ts'

/** Which year, which scale of it, or the rules. */
export const readAnalysisSearch = openSearchOf({
  year: whole(2016, 2098),
  scale: rowId,
  view: oneOf('rules'),
})
export type AnalysisSearch = ReturnType<typeof readAnalysisSearch>
