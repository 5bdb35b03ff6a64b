import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../services/free-port.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const STARTED_WITHIN_MS = 10_000

/** Whether Debian's `pgbouncer` is installed. */
export const isPoolerInstalled = existsSync(PROGRAM)

export type Pooler = {
  /** The address of the same database through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Starts PgBouncer in front of a database, in transaction mode: `connections` connections to PostgreSQL serve all clients. */
export async function startPooler(databaseUrl: string, connections: number): Promise<Pooler> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-pooler-'))
  const own = await freePort()
  const users = path.join(folder, 'users')
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  const settings = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
logfile = ${path.join(folder, 'log')}
`,
  )
  for (const each of [folder, users, settings]) chmodSync(each, 0o777)
  // it refuses to run as root, and ends with the process that started it
  const asOther = process.getuid?.() === 0 ? ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : []
  const words = ['--pdeathsig', 'INT', ...asOther, PROGRAM, '-q', settings]
  const program: ChildProcess = spawn('setpriv', words, { stdio: 'ignore' })
  const deadline = Date.now() + STARTED_WITHIN_MS
  while (!(await listens(own))) {
    if (Date.now() > deadline || program.exitCode !== null) throw new Error('pgbouncer did not start')
    await sleep(50)
  }
  const url = new URL(databaseUrl)
  url.port = String(own)
  return {
    url: url.href,
    async stop() {
      const ended = once(program, 'exit')
      program.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => socket.end(() => resolve(true)))
    socket.on('error', () => resolve(false))
  })
