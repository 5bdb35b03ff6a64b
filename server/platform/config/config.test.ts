import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['PORT', 'abc', 'a whole number from 0 to 65535'],
  ['PORT', '70000', 'a whole number from 0 to 65535'],
  ['READERS', '0', 'a whole number from 1 to 16'],
  ['LOG_LEVEL', 'loud', '("fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent")'],
  ['VARIANT_HOSTS', 'hive.example', 'host=variant,…'],
  ['MAIL_FROM', 'nobody', 'an e-mail address'],
  ['PUBLIC_URL', 'hive', 'a URL'],
  ['SUBSCRIPTIONS', 'maybe', 'on or off'],
  ['DATABASE_URL', 'mysql://x', 'file:<path of the SQLite file>'],
])('%s=%s is refused with what it should be', (name, value, wanted) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} is "${value}"; it should be: ${wanted}`)
})

test('an address of PostgreSQL is refused as long as nothing runs there, without its password', () => {
  for (const scheme of ['postgres', 'postgresql', 'Postgres']) {
    const read = () => readConfig({ DATABASE_URL: `${scheme}://anna:honey@localhost/hives` })
    expect(read).toThrow(
      /^DATABASE_URL leads to PostgreSQL, on which HiveWatch does not run yet: set it to file:<path[^:]*$/,
    )
    expect(read).not.toThrow(/honey/)
  }
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

test('nothing set is a whole configuration, and an empty value is none', () => {
  expect(readConfig({ PORT: '', DATA_DIR: '/data' })).toMatchObject({
    port: 8080,
    databaseFile: '/data/hivewatch.sqlite',
    readers: 2,
  })
})
