/** What a column holds, in both engines alike. */
export type Kind = 'integer' | 'real' | 'text' | 'bytes'
export type Column = { name: string; kind: Kind }

export type Table = {
  name: string
  columns: Column[]
  /** The columns of its primary key, in the order of that. */
  key: string[]
  /** The tables whose rows its own name, itself included. */
  refersTo: string[]
  /** The column that the database counts up. */
  counted: string | undefined
}

/** A row as bytes, the same ones from either engine: see row-bytes.ts. */
export type Row = Buffer
/** Rows in the order of their key. `last`: the key of the last of them. `replaced`: texts that had a zero in them. */
export type Part = { rows: Row[]; last: Row; replaced: number }

/** A database that is read. */
export type Side = {
  /** Where it is, without a password. */
  place: string
  tables(): Promise<Table[]>
  count(table: Table): Promise<number>
  /** All rows after a key, in parts that memory has room for. */
  parts(table: Table, after: Row | undefined): AsyncIterable<Part>
  /** The highest number that its counted column ever gave out, 0 for none. */
  lastCounted(table: Table): Promise<bigint>
  close(): Promise<void>
}

export type Source = Side & {
  /** Changes with whatever is written. */
  state: string
}

export type Target = Side & {
  /** What `keepProgress` was last given; undefined where nothing has been moved yet. */
  progress(): string | undefined
  /** Takes away what the migrations wrote, of what comes from the source. */
  begin(tables: readonly Table[], progress: string): Promise<void>
  /** Writes rows and keeps how far it is in one transaction. `progress` is asked once all rows are through. */
  write(table: Table, parts: AsyncIterable<Part> | Part[], progress: () => string): Promise<void>
  countOn(table: Table, last: bigint): Promise<void>
  /** Takes the mark of an unfinished move away: from here on a server may start on it. */
  finish(): Promise<void>
}
