import { flag, oneOf, openSearchOf, whole } from '../../../api/read-fields.ts'

export const FIRST_YEAR = 2016
export const quantities = ['change', 'temperature', 'activity'] as const
/** What the colors of the calendar mean: change of the weight, temperature, or how far the weight moved within the hour. */
export type Quantity = (typeof quantities)[number]

/** The address of the heat map; what is as by default is left out. */
export const readHeatmapSearch = openSearchOf({
  view: oneOf('map'),
  scale: whole(1, 999_999_999),
  show: oneOf(...quantities),
  year: whole(FIRST_YEAR, 2100),
  whole: flag,
})
export type HeatmapSearch = ReturnType<typeof readHeatmapSearch>
