import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '../../../server/platform/db/postgres-pool.ts'
import { freePort } from '../services/free-port.ts'

const HOST = '127.0.0.1'
const USER = 'hivewatch'
const CLUSTER_PASSWORD = 'bees and honey'
const STARTED_WITHIN_MS = 120_000

export type PostgresCluster = {
  /** The address of a database in this cluster. */
  url(database: string): string
  /** Runs statements in the default database. */
  admin(sql: string): Promise<void>
  /** Kills the server and all its processes without a checkpoint, like a crash. */
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a separate PostgreSQL on a free port of this machine, in a folder that is removed with it. Unless `isDurable`, it does not wait for the disk. `disk`:
 * a folder for the tables only, apart from what PostgreSQL must write to keep running. `standbyOf`: makes it a read-only standby of another cluster until it is
 * promoted. Needs Debian's `postgresql`; as root, it runs as that package's user, since the server refuses to run as root.
 */
export async function startCluster(
  options: { isDurable?: boolean; settings?: string[]; disk?: string; standbyOf?: PostgresCluster } = {},
): Promise<PostgresCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-postgres-'))
  const identity = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  if (identity) chownSync(folder, identity.uid, identity.gid)
  const data = path.join(options.disk ?? folder, 'data')
  const log = path.join(folder, 'log')
  const programs = programFolder()
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  if (options.standbyOf) copyPrimary(options.standbyOf.url('postgres'), programs, { data, log }, { ...identity, env })
  else makeCluster(programs, { data, log }, path.join(folder, 'password'), { ...identity, env })
  const port = await freePort()
  const settings = [
    `port=${port}`,
    `listen_addresses=${HOST}`,
    `unix_socket_directories=${folder}`,
    'log_min_messages=fatal',
    'max_connections=400',
    ...(options.isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...(options.settings ?? []),
  ]
  let server: ChildProcess | undefined
  const url = (database: string) =>
    `postgres://${USER}:${encodeURIComponent(CLUSTER_PASSWORD)}@${HOST}:${port}/${database}`

  async function admin(sql: string): Promise<void> {
    const pool = await openPool(url('postgres'), { max: 1 })
    try {
      await pool.query(sql)
    } finally {
      await pool.end()
    }
  }

  async function start(): Promise<void> {
    const words = settings.flatMap((setting) => ['-c', setting])
    // it ends with the process that started it, even if that is killed
    const command = ['--pdeathsig', 'INT', path.join(programs, 'postgres'), '-D', data, ...words]
    server = spawn('setpriv', command, { ...identity, env, stdio: 'ignore' })
    const deadline = Date.now() + STARTED_WITHIN_MS
    for (;;) {
      try {
        return await admin('select 1')
      } catch (error) {
        if (Date.now() > deadline || server.exitCode !== null) throw error
        await sleep(50)
      }
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  await start()
  return {
    url,
    admin,
    start,
    crash: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Folders = { data: string; log: string }
type As = { uid?: number; gid?: number; env: Record<string, string | undefined> }

function makeCluster(programs: string, { data, log }: Folders, passwordFile: string, as: As): void {
  writeFileSync(passwordFile, `${CLUSTER_PASSWORD}\n`)
  // a language sorts and folds letters differently than byte order does: code that relies on byte order fails here
  const words = ['-D', data, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--no-sync']
  const language = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=de']
  execFileSync(path.join(programs, 'initdb'), [...words, '-X', log, ...language], { ...as, stdio: 'pipe' })
}

/** As an operator sets up a standby; it follows through a replication slot of its own. */
function copyPrimary(url: string, programs: string, { data, log }: Folders, as: As): void {
  const words = ['-d', url, '-D', data, `--waldir=${log}`, '-R', '-C', '-S', 'standby', '-X', 'stream', '-c', 'fast']
  execFileSync(path.join(programs, 'pg_basebackup'), words, { ...as, stdio: 'pipe' })
}

/** The folder of the newest installed version. */
function programFolder(): string {
  const root = '/usr/lib/postgresql'
  const [newest] = readdirSync(root).sort((a, b) => Number(b) - Number(a))
  return path.join(root, newest!, 'bin')
}

function idsOf(user: string): { uid: number; gid: number } {
  const [, , uid, gid] = execFileSync('getent', ['passwd', user], { encoding: 'utf8' }).split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
