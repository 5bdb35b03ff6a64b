import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const STARTS_WITHIN_MS = 60_000

/** Runs a program until it ends, or until nobody holds the other end of its input any more; then nothing of its group is left. */
const RUN = '{ "$@" </dev/null; kill -9 0; } & cat; kill -9 0'

export type EngineProcess = {
  /** Resolves with what `look` finds, asked again and again; rejects with what the program wrote where it ends or takes too long. */
  until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T>
  /** What it has written so far. */
  output(): string
  /** Ends it with all that it started. */
  end(): Promise<void>
}

/** Starts a program with a process group, a home and a place for its sockets of its own: nothing of it stays behind. */
export function startEngineProcess(
  command: string,
  words: string[],
  home: string,
  env: Record<string, string> = {},
): EngineProcess {
  const child = spawn('sh', ['-c', RUN, 'sh', command, ...words], {
    // a group of its own
    detached: true,
    env: {
      PATH: process.env.PATH,
      LANG: 'en_US.UTF-8',
      TZ: 'Europe/Zurich',
      HOME: home,
      XDG_RUNTIME_DIR: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      // neither a bus nor what only speaks over one
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      NO_AT_BRIDGE: '1',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (written += chunk))
  // of what has ended by itself nobody reads any more
  child.stdin.on('error', () => undefined)
  const gone = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    async until(what, look) {
      const last = Date.now() + STARTS_WITHIN_MS
      for (;;) {
        const found = await look()
        if (found !== undefined) return found
        if (hasEnded() || Date.now() > last) {
          const why = hasEnded() ? `${command} ended` : `${command} took more than ${STARTS_WITHIN_MS / 1000} s`
          throw new Error(`${what} is missing, as ${why}. It wrote:\n${written}`)
        }
        await pause(50)
      }
    },
    output: () => written,
    async end() {
      child.stdin.end()
      await gone
    },
  }
}

/** A folder of its own, and what removes it again. */
export function makeHome(name: string): { home: string; remove: () => void } {
  const home = mkdtempSync(path.join(tmpdir(), `hivewatch-${name}-`))
  return { home, remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) }
}
