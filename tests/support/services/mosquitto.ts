import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const STARTED_WITHIN_MS = 30_000
/** Debian puts it where only root looks. */
const program = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find(existsSync) ?? 'mosquitto'

export type Broker = Awaited<ReturnType<typeof startBroker>>

/** Debian's mosquitto on a free port of loopback; what it keeps for sessions is on the disk, so that it outlives a kill. */
export async function startBroker(rules?: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-broker-'))
  const port = await freePort()
  const settings = path.join(folder, 'mosquitto.conf')
  const access = path.join(folder, 'access')
  if (rules !== undefined) writeFileSync(access, rules)
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
      ...(rules === undefined ? [] : [`acl_file ${access}`]),
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
    /** As a power cut would. */
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** As another broker would that was put in its place. */
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
