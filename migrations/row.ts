export type Row = Record<string, number | string | Buffer | null>

/** Rows to fill a database with, and their tables, by the migration that makes these. */
export type RowsOf = Record<string, [table: string, row: Row][]>
