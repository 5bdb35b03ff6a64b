import { either, oneOf, rowId, searchOf } from '../../../api/read-fields.ts'

/** What of the regions is open, in the address: a number, or `new`. */
export const readRegionSearch = searchOf({ region: either(oneOf('new'), rowId) })
export type RegionSearch = ReturnType<typeof readRegionSearch>
