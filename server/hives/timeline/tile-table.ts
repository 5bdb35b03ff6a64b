import type { Generated } from 'kysely'

/**
 * One tile: the readings of a scale (or, under the negative id of a controller, its own sensors) for one aligned span.
 * `level`: 0 raw, 1 hour, 2 day; `from` in epoch seconds; `revision` is the change cursor.
 */
export type TileTable = { scale_id: number; level: number; from: number; bytes: Uint8Array; revision: number }

/**
 * The one row that counts folds: every fold stamps the tiles it wrote with the next revision. Of days before `closed_before` no
 * readings are taken any more; of those before `thinned_before` one an hour is left. Both in epoch seconds, midnights of UTC.
 */
export type TileCursorTable = {
  id: 1
  revision: number
  /** How many transactions that did not wait for the disk are in it. */
  quick_count: Generated<number>
  closed_before: Generated<number>
  thinned_before: Generated<number>
}
