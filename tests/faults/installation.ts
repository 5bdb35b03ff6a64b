import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'

/** Whether the long cases run too: `npm run test:faults`. */
export const IS_LONG_RUN = process.env.FAULTS === 'all'

export type Installation = {
  /** Its `DATA_DIR`. */
  readonly folder: string
  /** Stays the same over restarts. */
  readonly url: string
  readonly server: ServerProcess
  /** Starts it on the port it had before. */
  start(more?: Record<string, string>): Promise<void>
}

/** A real server in a folder of its own for each test of the file, removed afterwards. The test starts it. */
export function installationForEachTest(environment: () => Record<string, string> = () => ({})): Installation {
  let folder = ''
  let server: ServerProcess | undefined
  let port = '0'
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-fault-'))
    port = '0'
  })
  afterEach(async () => {
    if (server?.process.exitCode === null && server.process.signalCode === null) await server.kill()
    server = undefined
    rmSync(folder, { recursive: true, force: true })
  })
  const running = () => {
    if (!server) throw new Error('start the installation first')
    return server
  }
  return {
    get folder() {
      return folder
    },
    get url() {
      return running().url
    },
    get server() {
      return running()
    },
    async start(more = {}) {
      server = await startServerProcess({ DATA_DIR: folder, PORT: port, ...environment(), ...more })
      port = new URL(server.url).port
    },
  }
}
