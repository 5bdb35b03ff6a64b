import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ForwardingStation, openForwardingStation } from '../../../tests/support/samples/forwarding-station.ts'
import {
  type FtpServerForTests,
  startBouncingFtpServer,
  startFtpServer,
} from '../../../tests/support/services/ftp-server.ts'
import { createFtp } from '../../platform/adapters/ftp.ts'
import { MailRefused } from '../../platform/adapters/mailer.ts'
import { createSafeFetch } from '../../platform/adapters/safe-fetch.ts'
import { fileName } from './send-forwarding.ts'

const HOUR = 3600_000

let station: ForwardingStation
let ftp: FtpServerForTests

beforeEach(async () => {
  station = await openForwardingStation()
  ftp = await startFtpServer()
})

afterEach(async () => {
  await ftp.close()
  await station.close()
})

const measureTwo = () =>
  station.measure(
    { time: '2026-05-10T10:00:00Z', weight: 43.215, temperature: 34.6, humidity: 61 },
    { time: '2026-05-10T10:10:00Z', weight: 43.1 },
  )

/** The text part of a mail, decoded. */
const textOf = (raw: string) => {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  return /quoted-printable/i.test(head) ? text.replaceAll('=\r\n', '').replaceAll('=3D', '=') : text
}

test('CAPAZ: one mail with one line per reading, in the local time of the hive', async () => {
  const id = await station.add({ target: 'capaz', address: 'Waage@Example.org' })
  await measureTwo()
  await station.forward()
  const [mail] = station.mail.received
  expect(mail!.to).toEqual(['waage@example.org'])
  const { imsi } = station.controller
  expect(mail!.raw).toContain(`Subject: ${imsi}\r\n`)
  expect(textOf(mail!.raw)).toBe(
    [`${imsi} 10.05.2026 12:00 43.22 34.6 61 3.91 -71`, `${imsi} 10.05.2026 12:10 43.10 - - 3.91 -71`, ''].join('\r\n'),
  )
  expect(await station.forwarding(id)).toMatchObject({ status: 'active', lastError: null })
})

test('CAPAZ: a custom template, and a subject that cannot inject a header', async () => {
  await station.anna.post(`/controller/${station.controller.id}`, { name: 'Wald\r\nBcc: eve@example.org' })
  await station.add({
    target: 'capaz',
    address: 'a@example.org',
    title: '{controller}',
    template: 'W={weight:00.0};\n',
  })
  await measureTwo()
  await station.forward()
  expect(station.mail.received[0]!.to).toEqual(['a@example.org'])
  expect(station.mail.received[0]!.raw).not.toMatch(/^Bcc:/m)
  expect(textOf(station.mail.received[0]!.raw)).toBe('W=43.1;\r\n')
})

test('CAPAZ: a rejected mail is reported, and tried again later', async () => {
  const id = await station.add({ target: 'capaz', address: 'a@example.org' })
  await measureTwo()
  const refusing = station.createLoop({
    mailer: { available: true, send: () => Promise.reject(new MailRefused('550 no such mailbox')) },
  })
  await station.forward(refusing)
  await refusing.stop()
  const told = await station.forwarding(id)
  expect(told).toMatchObject({ status: 'failing', lastError: 'The mail was refused. Check the e-mail address.' })
  const unset = station.createLoop({ mailer: { available: false, send: () => Promise.reject(new Error('never')) } })
  station.app.clock.advance(HOUR)
  await station.forward(unset)
  await unset.stop()
  expect((await station.forwarding(id)).lastError).toContain('cannot send e-mail yet')
  station.app.clock.advance(HOUR)
  await station.forward()
  expect(station.mail.received).toHaveLength(1)
})

test('Trachtnet: one file per message, with a name of its own, and the password nowhere in the clear', async () => {
  const id = await station.add({ target: 'trachtnet', address: ftp.url() })
  await measureTwo()
  await station.forward()
  const { imsi } = station.controller
  expect(await ftp.files()).toEqual({
    [`${imsi}_1_20260510_121000.csv`]: [
      'imsi;channel;date;time;weight_kg;temperature_c;humidity_percent',
      `${imsi};1;2026-05-10;12:00:00;43.215;34.6;61`,
      `${imsi};1;2026-05-10;12:10:00;43.100;;`,
      '',
    ].join('\n'),
  })
  const read = await station.forwarding(id)
  expect(read).toMatchObject({ address: `ftp://anna:***@127.0.0.1:${ftp.port}/`, status: 'active' })
  const stored = JSON.stringify(await station.app.db.selectFrom('forwarding').selectAll().execute())
  for (const clear of ['honey', 'wax', encodeURIComponent('honey & wax')]) expect(stored).not.toContain(clear)
})

test.each([
  ['a name of its time', undefined, ['023000', '023000_2', '033000'].map((time) => `1_20261025_${time}.csv`)],
  ['one name for all', '{channel}_newest.csv', ['1_newest.csv']],
])('Trachtnet: the hour that comes twice in autumn, for files with %s', async (_, title, names) => {
  await station.add({ target: 'trachtnet', address: ftp.url(), ...(title && { title }) })
  for (const [i, time] of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'].entries()) {
    station.app.clock.advance(Date.parse(time) - station.app.clock.now())
    await station.measure({ time, weight: 40 + i })
    await station.forward()
  }
  const files = Object.entries(await ftp.files()).sort()
  expect(files.map(([name]) => name.replace(`${station.controller.imsi}_`, ''))).toEqual(names)
  expect(files.map(([, text]) => /;(4.)\.000;/.exec(text)?.[1])).toEqual(title ? ['42'] : ['40', '41', '42'])
})

test('Trachtnet: a file name cannot escape its folder', async () => {
  await station.add({
    target: 'trachtnet',
    address: ftp.url(),
    title: '../../{scale}/x:{time:HH:mm}.csv',
    template: 'a',
  })
  await measureTwo()
  await station.forward()
  expect(Object.keys(await ftp.files())).toEqual([expect.stringMatching(/^[^/]*_x_12_10\.csv$/)])
})

test.each([
  ['../a.csv', '_a.csv'],
  ['.htaccess', 'htaccess'],
  ['a\r\nDELE b', 'a__DELE b'],
  ['  ', 'readings.csv'],
  ['C:\\x\u202e.csv', 'C__x_.csv'],
  [`${'x'.repeat(300)}.csv`, `${'x'.repeat(116)}.csv`],
])('the file name of %j is %j', (title, name) => {
  expect(fileName(title)).toBe(name)
})

test('Trachtnet: a wrong password and a missing folder are reported in words', async () => {
  const wrong = await station.add({ target: 'trachtnet', address: ftp.url().replace('honey', 'money') })
  const missing = await station.add({ target: 'trachtnet', address: ftp.url('nowhere/') })
  await measureTwo()
  await station.forward()
  expect((await station.forwarding(wrong)).lastError).toBe('The server refused the user or password. Enter them again.')
  expect((await station.forwarding(missing)).lastError).toContain('FTP 550')
  expect(await ftp.files()).toEqual({})
})

test('Trachtnet: a server that redirects the file to another machine gets nothing', async () => {
  const bouncing = await startBouncingFtpServer(`10,0,0,1,0,${station.web.port & 255}`)
  const id = await station.add({ target: 'trachtnet', address: `ftp://anna:x@127.0.0.1:${bouncing.port}/` })
  await measureTwo()
  await station.forward()
  expect((await station.forwarding(id)).failures).toBe(1)
  expect(bouncing.commands.filter((command) => /STOR/.test(command))).toEqual([])
  await bouncing.close()
})

test('a password that was sealed with another key is asked for again', async () => {
  const id = await station.add({ target: 'trachtnet', address: ftp.url() })
  await station.app.db.updateTable('forwarding').set({ sealed_password: 'AAAA' }).execute()
  await measureTwo()
  await station.forward()
  expect((await station.forwarding(id)).lastError).toBe('The password can no longer be read. Enter it again.')
})

test('an address that was allowed once and now leads into a private network gets nothing', async () => {
  const raw = await station.add({ target: 'raw', address: station.web.url.replace('127.0.0.1', 'localhost') })
  const file = await station.add({ target: 'trachtnet', address: ftp.url().replace('127.0.0.1', 'localhost') })
  await measureTwo()
  const safeFetch = createSafeFetch({ allowPrivate: false, allowPlain: true })
  const strict = station.createLoop({ safeFetch, ftp: createFtp({ allowPrivate: false }) })
  await station.forward(strict)
  await strict.stop()
  safeFetch.close()
  for (const id of [raw, file]) {
    expect((await station.forwarding(id)).lastError).toBe(
      'There is no server of this name on the public internet. Check the address.',
    )
  }
  expect(station.web.received).toEqual([])
  expect(ftp.state.logins).toBe(0)
})

test('reports a server that is down, and a name that does not exist', async () => {
  const { port } = station.web
  const gone = await station.add({ target: 'raw', address: `http://127.0.0.1:${port}/` })
  await measureTwo()
  await station.web.close()
  await station.forward()
  expect((await station.forwarding(gone)).lastError).toBe('The server could not be reached. It is tried again.')
})
