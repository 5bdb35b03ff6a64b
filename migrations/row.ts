export type Row = Record<string, number | string | Buffer | null>

/** Rows to fill a database with, and their tables, keyed by the migration that creates the tables. */
export type RowsOf = Record<string, [table: string, row: Row][]>
