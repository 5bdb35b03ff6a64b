import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const STARTED_WITHIN_MS = 30_000
/** Debian installs plugins beside the libraries of the architecture. */
const security = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/mosquitto_dynamic_security.so`)
  .find(existsSync)
/** Debian installs it outside an ordinary user's path. */
const program = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find(existsSync) ?? 'mosquitto'

export type Broker = Awaited<ReturnType<typeof startBroker>>

/** Debian's mosquitto on a free loopback port; session data is on disk, so it survives a kill. Subscriptions to the topics in `refused` are denied. */
export async function startBroker(refused: readonly string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-broker-'))
  const port = await freePort()
  const settings = path.join(folder, 'mosquitto.conf')
  const rules = path.join(folder, 'rules.json')
  writeFileSync(rules, JSON.stringify(rulesOf(refused)))
  writeFileSync(
    settings,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      'persistence true',
      `persistence_location ${folder}/`,
      'autosave_on_changes true',
      'autosave_interval 1',
      'max_queued_messages 0',
      ...(refused.length === 0 ? [] : [`plugin ${security}`, `plugin_opt_config_file ${rules}`]),
      '',
    ].join('\n'),
  )
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const started = spawn(program, ['-c', settings], { stdio: 'ignore' })
    const failed = once(started, 'error').then(([error]) => Promise.reject(error))
    await Promise.race([failed, untilOpen(port)])
    failed.catch(() => undefined)
    child = started
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null) return
    const exited = once(ending, 'exit')
    ending.kill(signal)
    await exited
  }

  await start()
  return {
    url: `mqtt://127.0.0.1:${port}`,
    start,
    /** Like a power cut. */
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** Starts empty, like another broker put in its place. */
    async startEmpty() {
      rmSync(path.join(folder, 'mosquitto.db'), { force: true })
      await start()
    },
    async close() {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The rules of its plugin that deny subscriptions. */
const rulesOf = (refused: readonly string[]) => ({
  defaultACLAccess: { publishClientSend: true, publishClientReceive: true, subscribe: true, unsubscribe: true },
  anonymousGroup: 'all',
  groups: [{ groupname: 'all', roles: [{ rolename: 'some' }] }],
  roles: [
    {
      rolename: 'some',
      acls: refused.map((topic) => ({ acltype: 'subscribeLiteral', topic, priority: 0, allow: false })),
    },
  ],
})

async function untilOpen(port: number): Promise<void> {
  const giveUpAt = performance.now() + STARTED_WITHIN_MS
  while (performance.now() < giveUpAt) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await pause(25)
  }
  throw new Error('mosquitto does not listen')
}
