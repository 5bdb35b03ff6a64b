import { flag, oneOf, openSearchOf, whole } from '../../../api/read-fields.ts'

export const FIRST_YEAR = 2016
export const quantities = ['change', 'temperature', 'activity'] as const
/** What the calendar's colors mean: weight change, temperature, or how far the weight moved within the hour. */
export type Quantity = (typeof quantities)[number]

/** Reads the address of the heat map; default values are omitted. */
export const readHeatmapSearch = openSearchOf({
  view: oneOf('map'),
  scale: whole(1, 999_999_999),
  show: oneOf(...quantities),
  year: whole(FIRST_YEAR, 2100),
  whole: flag,
})
export type HeatmapSearch = ReturnType<typeof readHeatmapSearch>
