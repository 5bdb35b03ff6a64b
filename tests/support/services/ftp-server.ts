import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FtpSrv } from 'ftp-srv'
import { silentLogger } from '../../../server/platform/runtime/logger.ts'
import { freePort } from './free-port.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const

export type FtpServerForTests = Awaited<ReturnType<typeof startFtpServer>>

/** An FTP server on loopback with one user, `anna` with the password `honey & wax`, and a folder for its files. */
export async function startFtpServer(options: { tls?: { key: string; cert: string } } = {}) {
  const root = await mkdtemp(path.join(tmpdir(), 'hivewatch-ftp-'))
  const port = await freePort()
  const server = new FtpSrv({
    url: `ftp://127.0.0.1:${port}`,
    pasv_url: '127.0.0.1',
    log: silentLogger(),
    ...(options.tls ? { tls: options.tls } : {}),
  })
  // The signal handlers it installs would otherwise outlive it.
  for (const signal of signals) process.off(signal, process.listeners(signal).at(-1)!)
  const state = { logins: 0, refuseUploads: false }
  server.on('login', ({ username, password }, resolve, reject) => {
    state.logins++
    if (username !== 'anna' || password !== 'honey & wax') return reject(new Error('wrong'))
    resolve({ root, ...(state.refuseUploads ? { blacklist: ['STOR'] } : {}) })
  })
  await server.listen()
  return {
    host: '127.0.0.1',
    port,
    root,
    state,
    url: (folder = '') => `ftp://anna:${encodeURIComponent('honey & wax')}@127.0.0.1:${port}/${folder}`,
    /** Every file below the root, with its text by its path. */
    async files(): Promise<Record<string, string>> {
      const found = await readdir(root, { recursive: true, withFileTypes: true })
      const files = found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
      const texts = files.map(async (file) => [path.relative(root, file), await readFile(file, 'utf8')] as const)
      return Object.fromEntries(await Promise.all(texts))
    },
    async close() {
      await server.close()
      await rm(root, { recursive: true })
    },
  }
}

/** A server that speaks just enough FTP to answer PASV or EPSV with a given address, and never confirms that it has received a file. */
export async function startBouncingFtpServer(pasv: string, epsv = '502 no') {
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').filter(Boolean)) {
        commands.push(line)
        const answers: Record<string, string> = {
          USER: '331 go on',
          PASS: '230 in',
          EPSV: epsv,
          PASV: `227 Entering Passive Mode (${pasv})`,
          STOR: '150 go on',
        }
        socket.write(`${answers[line.slice(0, 4).trim()] ?? '200 ok'}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    commands,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
