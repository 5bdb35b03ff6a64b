import type { Generated } from 'kysely'
import type { ImportStatus } from '#domain/hives/import.ts'

/**
 * One uploaded table and its progress. `lines`, `mapping` and `findings` are JSON. `bytes_done` and `rows_done` belong to the step
 * in progress; in an undo, `rows_done` counts scale-days. `readings` and `duplicates` count what was imported. Times in epoch ms.
 */
export type ImportTable = {
  id: Generated<number>
  account_id: number
  name: string
  bytes: number
  encoding: string
  lines: string
  status: ImportStatus
  mapping: string | null
  findings: string | null
  problem: string | null
  bytes_done: Generated<number>
  rows_done: Generated<number>
  readings: Generated<number>
  duplicates: Generated<number>
  /** How often the process ended during the check of this file. */
  interruptions: Generated<number>
  created_at: number
  finished_at: number | null
}

/** The times of a scale's UTC day that an import brought, as a tile whose columns mark the values it brought; without columns it brought all of them. */
export type ImportReadingTable = { import_id: number; scale_id: number; from: number; bytes: Uint8Array }
