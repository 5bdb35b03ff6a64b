import type { Generated } from 'kysely'

/**
 * One tile: the readings of a scale (or, under the negative id of a controller, its own sensors) for one aligned span.
 * `level`: 0 raw, 1 hour, 2 day; `from` in epoch seconds; `revision` is the change cursor.
 */
export type TileTable = { scale_id: number; level: number; from: number; bytes: Uint8Array; revision: number }

/**
 * The single row that counts folds: every fold stamps the tiles it wrote with the next revision (after a start: `passFormerRevisions`). Days before `closed_before` accept
 * no more readings; on days before `thinned_before` one per hour is left. Both in epoch seconds, at UTC midnight.
 */
export type TileCursorTable = {
  id: 1
  revision: number
  /** How many transactions that did not wait for the disk it includes. */
  quick_count: Generated<number>
  closed_before: Generated<number>
  thinned_before: Generated<number>
}
