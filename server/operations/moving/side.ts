/** The type of a column, the same for both engines. */
export type Kind = 'integer' | 'real' | 'text' | 'bytes'
export type Column = { name: string; kind: Kind }

export type Table = {
  name: string
  columns: Column[]
  /** The columns of its primary key, in key order. */
  key: string[]
  /** The tables that its rows refer to, itself included. */
  refersTo: string[]
  /** The column with an automatic number. */
  counted: string | undefined
}

/** A row as bytes, identical for either engine: see row-bytes.ts. */
export type Row = Buffer
/** Rows in key order. `last`: the key of the last one. `replaced`: the number of texts that contained a zero character. */
export type Part = { rows: Row[]; last: Row; replaced: number }

/** A database that can be read. */
export type Side = {
  /** Its location, without a password. */
  place: string
  tables(): Promise<Table[]>
  count(table: Table): Promise<number>
  /** All rows after a key, in parts that fit into memory. */
  parts(table: Table, after: Row | undefined): AsyncIterable<Part>
  /** The highest number that its automatic column ever gave out, 0 for none. */
  lastCounted(table: Table): Promise<bigint>
  close(): Promise<void>
}

export type Source = Side & {
  /** Changes with every write. */
  state: string
}

export type Target = Side & {
  /** The last value written by `write` or `begin`; undefined if nothing has been moved yet. */
  progress(): string | undefined
  /** Deletes what the migrations wrote to tables that come from the source. */
  begin(tables: readonly Table[], progress: string): Promise<void>
  /** Writes rows and their progress in one transaction. `progress` is called once all rows are through. */
  write(table: Table, parts: AsyncIterable<Part> | Part[], progress: () => string): Promise<void>
  countOn(table: Table, last: bigint): Promise<void>
  /** Removes the mark of an unfinished move: from here on a server may start on it. */
  finish(): Promise<void>
}
