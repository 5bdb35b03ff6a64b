import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type PostgresCluster, startCluster } from '../support/server/postgres-cluster.ts'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'
import { freePort } from '../support/services/free-port.ts'

export const LEASE_MS = 3000

export type Node = {
  readonly url: string
  readonly server: ServerProcess
  start(more?: Record<string, string>): Promise<void>
}

/** The readiness that a node reports. */
export async function readiness({ url }: Node): Promise<'ready' | 'passes on' | 'not ready' | 'silent'> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
  if (!answer?.ok) return answer ? 'not ready' : 'silent'
  return ((await answer.json()) as { passesOn?: boolean }).passesOn ? 'passes on' : 'ready'
}

export type Nodes = {
  readonly cluster: PostgresCluster
  /** The database of the current test. */
  readonly database: string
  readonly folder: string
  /** Creates this many servers without starting them. */
  make(count: number): Promise<Node[]>
}

/** Servers on one PostgreSQL and one folder of files, new for each test of the file and removed afterwards. */
export function nodesForEachTest(environment: () => Record<string, string> = () => ({})): Nodes {
  let cluster: PostgresCluster
  let folder = ''
  let database = ''
  let tests = 0
  const running = new Set<ServerProcess>()
  beforeAll(async () => {
    cluster = await startCluster({ isDurable: true })
  })
  afterAll(() => cluster.stop())
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-nodes-'))
    const name = `hives_${++tests}`
    await cluster.admin(`create database ${name}`)
    database = cluster.url(name)
  })
  afterEach(async () => {
    for (const server of running) {
      server.process.kill('SIGCONT')
      if (server.process.exitCode === null && server.process.signalCode === null) await server.kill()
    }
    running.clear()
    rmSync(folder, { recursive: true, force: true })
  })

  async function makeNode(number: number): Promise<Node> {
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    let server: ServerProcess | undefined
    return {
      url,
      get server() {
        if (!server) throw new Error('start the node first')
        return server
      },
      async start(more = {}) {
        server = await startServerProcess({
          DATABASE_URL: database,
          DATA_DIR: path.join(folder, `node-${number}`),
          FILES_DIR: path.join(folder, 'files'),
          PORT: port,
          NODE_ADDRESS: url,
          PGAPPNAME: `HiveWatch ${number}`,
          NODE_SECRET: 'the nodes of these tests know one another by this',
          NODE_LEASE_SECONDS: String(LEASE_MS / 1000),
          ...environment(),
          ...more,
        })
        running.add(server)
      },
    }
  }

  return {
    get cluster() {
      return cluster
    },
    get database() {
      return database
    },
    get folder() {
      return folder
    },
    make: (count) => Promise.all(Array.from({ length: count }, (_, i) => makeNode(i + 1))),
  }
}
