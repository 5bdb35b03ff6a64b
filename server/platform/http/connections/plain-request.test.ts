import { describe, expect, test } from 'vitest'
import { readPlainRequest } from './plain-request.ts'

const LINE = 'POST /take HTTP/1.1'
const read = (lines: string[], body: string, line = LINE) =>
  readPlainRequest(Buffer.from(`${[line, ...lines].join('\r\n')}\r\n\r\n${body}`, 'latin1'), LINE)
const plain = ['Host: here', 'Content-Length: 4', 'Authorization: Bearer of-one']

test('a repeated head that differs only in the length is read like the first one', () => {
  const first = read(plain, 'four')
  expect(first?.headers).toEqual({ host: 'here', authorization: 'Bearer of-one' })
  const again = read(
    plain.map((line) => line.replace('4', '6')),
    'six by',
  )
  expect(again?.headers).toEqual(first?.headers)
  expect(Buffer.from(again!.body).toString()).toBe('six by')
  expect(read(['Content-Length: 4', 'Host: here', 'Authorization: Bearer of-one'], 'four')?.headers).toEqual(
    first?.headers,
  )
})

test('heads that differ in anything else are told apart', () => {
  for (const key of ['one', 'two', 'one', 'three']) {
    const authorization = `Bearer ${key}`
    expect(read(['Host: here', 'Content-Length: 0', `Authorization: ${authorization}`], '')?.headers).toEqual({
      host: 'here',
      authorization,
    })
  }
})

describe('is left to the server, however often it comes', () => {
  test.each([
    ['another length than the body has', [...plain], 'three'],
    ['a length twice', [...plain, 'Content-Length: 4'], 'four'],
    ['a length twice, the second in small letters', ['content-length: 4', 'Host: here', 'CONTENT-LENGTH: 5'], 'four'],
    ['a length that is no number', ['Host: here', 'Content-Length: 4x'], 'four'],
    ['a length behind a lone line feed', ['Host: here\nContent-Length: 4'], 'four'],
    ['no length', ['Host: here'], ''],
    ['a length alone', ['Content-Length: 4'], 'four'],
    ['a folded line', ['Host: here', 'Content-Length: 4', ' more'], 'four'],
    ['a line behind a lone carriage return', ['Host: here', 'Content-Length: 4\rHost: there'], 'four'],
    ['a header twice', [...plain, 'host: there'], 'four'],
    ['one that says how it is sent', [...plain, 'Transfer-Encoding: chunked'], 'four'],
    ['an end of the connection', [...plain, 'Connection: close'], 'four'],
  ])('%s', (_, lines, body) => {
    for (let times = 0; times < 3; times++) expect(read(lines, body)).toBeUndefined()
  })

  test('another path, or another version', () => {
    for (const line of ['POST /taken HTTP/1.1', 'POST /take HTTP/1.10', 'POST /take HTTP/1.0', 'GET /take HTTP/1.1']) {
      expect(read(plain, 'four', line)).toBeUndefined()
    }
  })
})
