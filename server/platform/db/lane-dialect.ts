import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Lane, Statement, StatementResult, Transaction } from './lane.ts'

/** Where Kysely's statements go: plain reads to one of the readers, everything else to the single writer. */
export type Lanes = { writer: Pick<Lane, 'execute' | 'begin'>; reader: () => Pick<Lane, 'execute'> }

class LaneConnection implements DatabaseConnection {
  readonly #lanes: Lanes
  transaction: Transaction | undefined

  constructor(lanes: Lanes) {
    this.#lanes = lanes
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement: Statement = { sql: query.sql, parameters: query.parameters }
    const result = await this.#target(query).execute(statement)
    return {
      rows: result.rows as R[],
      numAffectedRows: BigInt(result.changes),
      ...(result.insertId === undefined ? {} : { insertId: BigInt(result.insertId) }),
    }
  }

  #target(query: CompiledQuery): { execute(statement: Statement): Promise<StatementResult> } {
    if (this.transaction) return this.transaction
    return SelectQueryNode.is(query.query) ? this.#lanes.reader() : this.#lanes.writer
  }

  // biome-ignore lint/correctness/useYield: results come whole; Kysely's interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Results come whole here: page through them by key instead of streaming')
  }
}

/** How statements are written for an engine. */
export type Engine = Pick<Dialect, 'createAdapter' | 'createIntrospector' | 'createQueryCompiler'>

const sqliteEngine: Engine = {
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
}

/** Kysely over lanes, whichever thread they run in. */
export function laneDialect(lanes: Lanes, engine: Engine = sqliteEngine): Dialect {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => new LaneConnection(lanes),
    beginTransaction: async (connection) => {
      ;(connection as LaneConnection).transaction = await lanes.writer.begin()
    },
    commitTransaction: (connection) => end(connection as LaneConnection, 'commit'),
    rollbackTransaction: (connection) => end(connection as LaneConnection, 'rollback'),
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return { ...engine, createDriver: () => driver }
}

async function end(connection: LaneConnection, how: 'commit' | 'rollback'): Promise<void> {
  const { transaction } = connection
  connection.transaction = undefined
  await transaction?.[how]()
}
