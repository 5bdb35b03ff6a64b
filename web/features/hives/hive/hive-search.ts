import { flag, oneOf, openSearchOf, rowId } from '../../../api/read-fields.ts'

/** What the page of a hive shows at a press: how much of the past, as a word that follows now. */
export const hiveRanges = ['day', 'week', 'month', 'season', 'year'] as const
export type HiveRange = (typeof hiveRanges)[number]

/** A preset of the chart as a button of this page; undefined where it has none. */
export const hiveRangeOf = (preset: string | undefined): HiveRange | undefined =>
  hiveRanges.find((range) => range === preset)

/** The address of a hive's page; `alarm` is the one that the page was opened for, `note` says that it was for a note. */
export const readHiveSearch = openSearchOf({ range: oneOf(...hiveRanges), alarm: rowId, note: flag })
export type HiveSearch = ReturnType<typeof readHiveSearch>
