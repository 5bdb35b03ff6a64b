import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type FtpServerForTests,
  startBouncingFtpServer,
  startFtpServer,
} from '../../../tests/support/services/ftp-server.ts'
import { localhostCertificate } from '../../../tests/support/services/localhost-certificate.ts'
import { createFtp, type FtpAddress, FtpBroken, FtpLoginRefused, FtpRefused, FtpTimeout } from './ftp.ts'
import { AddressNotAllowed } from './public-address.ts'

let server: FtpServerForTests
let address: FtpAddress
const ftp = createFtp({ allowPrivate: true })
const file = (text: string, name = 'a.csv') => ({ name, content: Buffer.from(text) })

beforeEach(async () => {
  server = await startFtpServer()
  address = { host: server.host, port: server.port, secure: false, user: 'anna', password: 'honey & wax', folder: '' }
})

afterEach(() => server.close())

test('a file appears complete under its name, and replaces the previous one', async () => {
  await ftp.upload(address, file('eins'))
  await ftp.upload(address, file('zwei'))
  await ftp.upload(address, file('é', 'mit Leerschlag.csv'))
  expect(await server.files()).toEqual({ 'a.csv': 'zwei', 'mit Leerschlag.csv': 'é' })
})

test('a wrong password and a folder that is not there are told apart', async () => {
  await expect(ftp.upload({ ...address, password: 'wax' }, file('x'))).rejects.toThrow(FtpLoginRefused)
  await expect(ftp.upload({ ...address, folder: 'nowhere' }, file('x'))).rejects.toThrow(FtpRefused)
  expect(await server.files()).toEqual({})
})

test('an upload that is refused says so', async () => {
  server.state.refuseUploads = true
  await expect(ftp.upload(address, file('x'))).rejects.toThrow(FtpRefused)
})

test('private addresses are not connected to, by number or by name', async () => {
  const strict = createFtp({ allowPrivate: false })
  for (const host of ['127.0.0.1', 'localhost', '::1', '[::1]']) {
    await expect(strict.upload({ ...address, host }, file('x')), host).rejects.toThrow(AddressNotAllowed)
  }
  expect(server.state.logins).toBe(0)
})

test('a command cannot be smuggled in', async () => {
  const smuggled = 'a\r\nDELE a.csv'
  for (const part of [{ user: smuggled }, { password: smuggled }, { folder: smuggled }]) {
    await expect(ftp.upload({ ...address, ...part }, file('x'))).rejects.toThrow(AddressNotAllowed)
  }
  await expect(ftp.upload(address, file('x', smuggled))).rejects.toThrow(AddressNotAllowed)
  expect(server.state.logins).toBe(0)
})

test('the file goes to no other machine than the one asked', async () => {
  const bouncing = await startBouncingFtpServer('10,0,0,1,0,80')
  await expect(ftp.upload({ ...address, port: bouncing.port }, file('x'))).rejects.toThrow('another host')
  expect(bouncing.commands).toContain('PASV')
  expect(bouncing.commands.some((command) => command.startsWith('STOR'))).toBe(false)
  await bouncing.close()
})

test('only the port of an EPSV reply is used, never an address next to it', async () => {
  const bouncing = await startBouncingFtpServer('10,0,0,1,0,80', '229 Entering Extended Passive Mode (|1|10.0.0.1|80|)')
  await expect(ftp.upload({ ...address, port: bouncing.port }, file('x'))).rejects.toThrow()
  expect(bouncing.commands).toContain('EPSV')
  expect(bouncing.commands.some((command) => command.startsWith('STOR'))).toBe(false)
  await bouncing.close()
})

test('a server that never answers is given up', async () => {
  const mute = createServer((socket) => socket.resume())
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as AddressInfo
  const impatient = createFtp({ allowPrivate: true, wholeTimeoutMs: 50 })
  await expect(impatient.upload({ ...address, port }, file('x'))).rejects.toThrow(FtpTimeout)
  await new Promise((resolve) => mute.close(resolve))
})

describe('a server that does not stop talking is hung up on', () => {
  /** Uploads to a server whose greeting begins like this and goes on with `piece`, again and again; resolves to how much it could say. */
  async function greetedBy(begin: string, piece: string): Promise<number> {
    let said = 0
    const talking = createServer((socket) => {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      const say = (text: string) => {
        if (socket.destroyed) return
        said += text.length
        socket.write(text, () => setImmediate(say, piece))
      }
      say(begin)
    })
    await new Promise<void>((resolve) => talking.listen(0, '127.0.0.1', resolve))
    const { port } = talking.address() as AddressInfo
    await expect(ftp.upload({ ...address, port }, file('x'))).rejects.toThrow(FtpBroken)
    await new Promise((resolve) => talking.close(resolve))
    return said
  }

  test('after some length', async () => {
    expect(await greetedBy('220-Welcome\r\n', 'to all bees\r\n'.repeat(100))).toBeLessThan(64 * 1024)
  })

  test('after some pieces', async () => {
    expect(await greetedBy('220-Welcome\r\n', 'z')).toBeLessThan(8 * 1024)
  })
})

test('a server that hangs up did not say why', async () => {
  const leaving = createServer((socket) => socket.resume().end('220 Welcome\r\n'))
  await new Promise<void>((resolve) => leaving.listen(0, '127.0.0.1', resolve))
  const { port } = leaving.address() as AddressInfo
  await expect(ftp.upload({ ...address, port }, file('x'))).rejects.toThrow(FtpBroken)
  await new Promise((resolve) => leaving.close(resolve))
})

test('a file that is too large is not sent', async () => {
  await expect(ftp.upload(address, { name: 'a.csv', content: Buffer.alloc(5_000_000) })).rejects.toThrow('too large')
})

test('FTPS: an untrusted certificate, or one for another name, ends the connection before the login', async () => {
  const secure = await startFtpServer({ tls: localhostCertificate })
  const there = { ...address, port: secure.port, secure: true }
  await expect(ftp.upload({ ...there, host: 'localhost' }, file('x'))).rejects.toThrow('self-signed')
  const trusted = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...trusted, localhostCertificate.cert])
  await expect(ftp.upload({ ...there, host: '127.0.0.1' }, file('x'))).rejects.toThrow('altnames')
  expect(secure.state.logins).toBe(0)
  await ftp.upload({ ...there, host: 'localhost' }, file('secret'))
  expect(await secure.files()).toEqual({ 'a.csv': 'secret' })
  tls.setDefaultCACertificates(trusted)
  await secure.close()
})
