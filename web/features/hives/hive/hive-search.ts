import { flag, oneOf, openSearchOf, rowId } from '../../../api/read-fields.ts'

/** How much of the past a hive's page shows: named ranges that keep up with the current time. */
export const hiveRanges = ['day', 'week', 'month', 'season', 'year'] as const
export type HiveRange = (typeof hiveRanges)[number]

/** Returns the range button for a chart preset; undefined if this page has none. */
export const hiveRangeOf = (preset: string | undefined): HiveRange | undefined =>
  hiveRanges.find((range) => range === preset)

/** Reads the address of a hive's page; `alarm`: the alarm that the page was opened for; `note`: it was opened to write a note. */
export const readHiveSearch = openSearchOf({ range: oneOf(...hiveRanges), alarm: rowId, note: flag })
export type HiveSearch = ReturnType<typeof readHiveSearch>
