/** The average of a day that is over, where enough hives count; `date` is the local day, grams are rounded. */
export type RegionDayTable = {
  region_id: number
  date: string
  hives: number
  owners: number
  mean_grams: number
  median_grams: number
}

/** Months (`2026-05`, of local days) of a region that wait to be computed again. */
export type RegionDirtyMonthTable = { region_id: number; month: string }

/** Hash of what a region's averages rest on beside the readings: its hives and their owners, its offset, the settings. */
export type RegionBasisTable = { region_id: number; basis_hash: string }

/** The one row that says up to which revision of the tiles the averages know of changes. */
export type AverageCursorTable = { id: 1; revision: number }
