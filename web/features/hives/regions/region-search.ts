import { either, oneOf, rowId, searchOf } from '../../../api/read-fields.ts'

/** Reads from the address which region is open: an id, or `new`. */
export const readRegionSearch = searchOf({ region: either(oneOf('new'), rowId) })
export type RegionSearch = ReturnType<typeof readRegionSearch>
