import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { exchange, type Reply } from './exchange.ts'
import { sleep } from './statistics.ts'

const BINARY = '/usr/bin/influxd'
export const DATABASE = 'bench'

import { freePort } from '../support/services/free-port.ts'
export type InfluxDb = {
  url: string
  process: ChildProcess
  folder: string
  write(lines: string[]): Promise<void>
  query(statements: string): Promise<Reply>
  stop(): Promise<void>
}

export const isInfluxDbInstalled = (): boolean => existsSync(BINARY)

/** Writes are synced before they are acknowledged, like ours; logs and self-monitoring are off. */
const configuration = (folder: string, port: number, backupPort: number): string => `
reporting-disabled = true
bind-address = "127.0.0.1:${backupPort}"
[meta]
  dir = "${folder}/meta"
[data]
  dir = "${folder}/data"
  wal-dir = "${folder}/wal"
  wal-fsync-delay = "0s"
  query-log-enabled = false
  cache-snapshot-write-cold-duration = "5s"
  compact-full-write-cold-duration = "10s"
[monitor]
  store-enabled = false
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
[logging]
  level = "error"
`

/** Starts Debian's InfluxDB in its own folder, on loopback ports. */
export async function startInfluxDb(folder: string): Promise<InfluxDb> {
  const [port, backupPort] = [await freePort(), await freePort()]
  writeFileSync(`${folder}/influxdb.conf`, configuration(folder, port, backupPort))
  const child = spawn(BINARY, ['-config', `${folder}/influxdb.conf`], { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const agent = new Agent({ keepAlive: true })
  const query = (statements: string): Promise<Reply> =>
    exchange(agent, `${url}/query?db=${DATABASE}&epoch=s&q=${encodeURIComponent(statements)}`)
  const deadline = performance.now() + 30_000
  for (;;) {
    const reply = await exchange(agent, `${url}/ping`).catch(() => undefined)
    if (reply?.status === 204) break
    if (performance.now() > deadline) throw new Error('InfluxDB did not start')
    await sleep(100)
  }
  const path = `${url}/query?q=${encodeURIComponent(`CREATE DATABASE ${DATABASE}`)}`
  await exchange(agent, path, { method: 'POST' })
  return {
    url,
    process: child,
    folder,
    query,
    async write(lines) {
      const path = `${url}/write?db=${DATABASE}&precision=s`
      const reply = await exchange(agent, path, { method: 'POST', body: lines.join('\n') })
      if (reply.status !== 204) throw new Error(`InfluxDB did not take lines: ${reply.body}`)
    },
    async stop() {
      agent.destroy()
      child.kill('SIGTERM')
      await exited
    },
  }
}
