import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['PORT', 'abc', 'a whole number from 0 to 65535'],
  ['PORT', '70000', 'a whole number from 0 to 65535'],
  ['READERS', '0', 'a whole number from 1 to 16'],
  ['LOG_LEVEL', 'loud', '("fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent")'],
  ['VARIANT_HOSTS', 'hive.example', 'host=variant,…'],
  ['VARIANT_HOSTS', 'bio.example=biovet,[1=biovet', 'host=variant,…'],
  ['VAPID_SUBJECT', 'https://', 'a mailto: or https: address'],
  ['MAIL_FROM', 'nobody', 'an e-mail address'],
  ['PUBLIC_URL', 'hive', 'an https or http address without a path'],
  ['PUBLIC_URL', 'hives.example.org:8443', 'an https or http address without a path'],
  ['PUBLIC_URL', 'https://example.org/hives', 'an https or http address without a path'],
  ['SMTP_URL', 'mail.example.org:465', 'smtps://<user>:<password>@<host>:465, or smtp://<host>:25'],
  ['SMTP_URL', 'https://mail.example.org', 'smtps://<user>:<password>@<host>:465, or smtp://<host>:25'],
  ['TELEGRAM_URL', 'localhost:8081', 'an http or https address'],
  ['WEATHER_URL', 'localhost:8081', 'an http or https address, or off'],
  ['SUPPORT_URL', 'example.org:8443', 'an http, https, mailto or tel address'],
  ['SUBSCRIPTIONS', 'maybe', 'on or off'],
  ['DATABASE_URL', 'mysql://x', 'file:<path of the SQLite file>, or postgres://<user>:<password>@<host>/<database>'],
  ['DATABASE_URL', 'postgres://localhost:honey/hives', 'file:<path of the SQLite file>, or postgres://'],
])('%s=%s is refused, saying what it should be', (name, value, wanted) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} is "${value}"; it should be: ${wanted}`)
})

test.each([
  ['file:/hives/bees.sqlite', { kind: 'file', file: '/hives/bees.sqlite' }],
  ['postgres://anna:honey@localhost/hives', { kind: 'postgres', url: 'postgres://anna:honey@localhost/hives' }],
  ['postgresql://localhost/hives', { kind: 'postgres', url: 'postgresql://localhost/hives' }],
])('DATABASE_URL=%s determines the engine', (url, place) => {
  expect(readConfig({ DATABASE_URL: url }).database).toEqual(place)
})

test('an undecodable password is refused without being printed', () => {
  const read = () => readConfig({ DATABASE_URL: 'postgres://anna:hon%ey@localhost/hives' })
  expect(read).toThrow(/^DATABASE_URL is "…@localhost\/hives"; it should be: /)
})

test.each([
  ['DATABASE_URL', 'postgres//anna:honey@localhost/hives', '…@localhost/hives'],
  ['SMTP_URL', 'smtp//anna:ho@honey@mail.example.org', '…@mail.example.org'],
  ['METRICS_TOKEN', 'honey', '…'],
])('%s=%s is refused without its secret', (name, value, shown) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(`${name} is "${shown}"; it should be: `)
  expect(read).not.toThrow(/honey|anna/)
})

test.each([
  [{}, 'hivewatch@localhost.localdomain'],
  [{ PUBLIC_URL: 'https://hives.example.org:8443' }, 'hivewatch@hives.example.org'],
  [{ PUBLIC_URL: 'http://192.168.1.7:8080' }, 'hivewatch@localhost.localdomain'],
  [{ PUBLIC_URL: 'http://[fd00::7]' }, 'hivewatch@localhost.localdomain'],
  [{ PUBLIC_URL: 'https://hives.example.org', MAIL_FROM: 'bees@example.com' }, 'bees@example.com'],
])('with %j, mails come from %s', (settings, from) => {
  expect(readConfig(settings).mailFrom).toBe(from)
})

test('the hosts of variants are those that browsers ask for', () => {
  const { variantHosts } = readConfig({ VARIANT_HOSTS: 'Bio.example:8443=biovet,bienen-müller.ch=hivewatch' })
  expect([...variantHosts]).toEqual([
    ['bio.example:8443', 'biovet'],
    ['xn--bienen-mller-klb.ch', 'hivewatch'],
  ])
})

test.each(['MAIL_FROM', 'ADMIN_MENU_EXCLUDED_EMAIL'])('%s may be what a person may sign in with', (name) => {
  for (const address of ['anna@xn--mller-kva.ch', "sean.o'neil@example.ie"]) {
    expect(() => readConfig({ [name]: address })).not.toThrow()
  }
})

test('no settings at all are a complete configuration, and an empty value counts as not set', () => {
  expect(readConfig({ PORT: '', DATA_DIR: '/data' })).toMatchObject({
    port: 8080,
    database: { kind: 'file', file: '/data/hivewatch.sqlite' },
    readers: 2,
  })
})
