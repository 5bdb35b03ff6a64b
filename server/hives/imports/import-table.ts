import type { Generated } from 'kysely'
import type { ImportStatus } from '#domain/hives/import.ts'

/**
 * One uploaded table and how far it is. `lines`, `mapping` and `findings` are JSON; the counts are those of the check until it is
 * confirmed, then those of what went in; times in epoch ms.
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
  /** How often the process that read it to check it ended amid that. */
  interruptions: Generated<number>
  created_at: number
  finished_at: number | null
}

/** The times of a scale's UTC day that an import brought, as a tile without values. */
export type ImportReadingTable = { import_id: number; scale_id: number; from: number; bytes: Uint8Array }
