import { expect, test } from 'vitest'
import { isServer, readFtpFields, toFtpAddress } from './ftp-fields.ts'

const fields = {
  server: 'ftp.example.org',
  user: 'anna',
  password: 'honey & wax/',
  folder: 'in coming/2026',
  secure: false,
}

test('parts become an address and parts again, except for the password', () => {
  const address = toFtpAddress(fields)
  expect(address).toBe('ftp://anna:honey%20%26%20wax%2F@ftp.example.org/in%20coming/2026')
  expect(readFtpFields(address!)).toEqual({ ...fields, password: '' })
  expect(toFtpAddress({ ...fields, password: '', folder: '/', secure: true })).toBe('ftps://anna@ftp.example.org/')
})

test.each([
  [{}, 'ftp://anna:***@ftp.example.org/in%20coming/2026'],
  [{ folder: '' }, 'ftp://anna:***@ftp.example.org/'],
  [{ server: 'FTP.example.org:21' }, 'ftp://anna:***@FTP.example.org:21/in%20coming/2026'],
  [{ server: 'ftp.example.net' }, undefined],
  [{ server: 'ftp.example.org:2121' }, undefined],
  [{ user: 'ben' }, undefined],
  [{ secure: true }, undefined],
  [{ secure: true, password: 'new' }, 'ftps://anna:new@ftp.example.org/in%20coming/2026'],
])('a kept password is only used for the same login: %j', (changes, address) => {
  expect(toFtpAddress({ ...fields, password: '', ...changes }, 'ftp://anna:***@ftp.example.org/old')).toBe(address)
})

test('without an earlier password, none is kept', () => {
  expect(toFtpAddress({ ...fields, password: '' }, 'ftp://anna@ftp.example.org/')).toBe(
    'ftp://anna@ftp.example.org/in%20coming/2026',
  )
})

test.each([
  ['ftp.example.org', true],
  ['192.0.2.1:2121', true],
  ['[2001:db8::1]:21', true],
  ['', false],
  ['ftp://example.org', false],
  ['example.org/in', false],
  ['anna@example.org', false],
  ['a b', false],
])('%j is a server: %s', (text, is) => {
  expect(isServer(text)).toBe(is)
})
