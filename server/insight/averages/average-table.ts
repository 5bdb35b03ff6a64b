/** The average of a past day with enough hives; `date` is the local day, grams are rounded. */
export type RegionDayTable = {
  region_id: number
  date: string
  hives: number
  owners: number
  mean_grams: number
  median_grams: number
}

/** Months of a region (`2026-05`, of local days) waiting to be recomputed. */
export type RegionDirtyMonthTable = { region_id: number; month: string }

/** Hash of what a region's averages depend on besides the readings: its hives and their owners, its offset, the settings. */
export type RegionBasisTable = { region_id: number; basis_hash: string }

/** A single row with the tile revision up to which the averages have taken note of changes. */
export type AverageCursorTable = { id: 1; revision: number }
