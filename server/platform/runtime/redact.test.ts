import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { redact } from './redact.ts'

const token = randomBytes(32).toString('base64url')
const hash = randomBytes(32).toString('hex')

it.each([
  ['a header', 'authorization: Bearer abc.def-123', 'abc.def-123'],
  ['a field', '{"user":1,"password":"bees \\" and honey"}', 'honey'],
  ['a field in a text in JSON', '{"msg":"sent {\\"deviceKey\\":\\"short\\"}"}', 'short'],
  ['a cookie', '{"headers":{"cookie":"session=xyz"}}', 'xyz'],
  ['a query of a whole address', 'GET https://sms.example.org/send?user=me&key=geheim failed', 'geheim'],
  ['a query of a path', '{"url":"/shared/timeline?token=abcdef"}', 'abcdef'],
  ['a path with a token', '/password/reset/abcdef', 'abcdef'],
  ['who speaks to a mail server', 'smtps://user:geheim@mail.example.org:465', 'geheim'],
  ['an endpoint of a push service', 'https://push.example.org/wpush/v2/gAAAAABoabcdefghijklmnop', 'gAAAAAB'],
  ['a token by itself', `found ${token}.`, token],
  ['a hash by itself', `hash ${hash}`, hash],
  ['an order key', 'key abcd-EF12-3456-7890 was used', '3456'],
  ['a code of a number', '{"code":"123456"}', '123456'],
])('removes %s', (_, text, secret) => {
  expect(redact(text)).not.toContain(secret)
  expect(redact(text)).toContain('[redacted]')
})

it.each([
  '{"level":30,"time":1778407200000,"url":"http://127.0.0.1:8080","msg":"HiveWatch is listening"}',
  '{"code":"SQLITE_BUSY","msg":"storage_unavailable"}',
  '{"err":{"code":"53100","message":"could not extend file"}}',
  'at run (file:///work/server/jobs/job-runner.ts:82:11)',
  '{"requestId":"00000000-0000-4000-8000-000000000001","route":"/api/controller/:id"}',
  'connect ECONNREFUSED 127.0.0.1:25',
])('leaves %s', (text) => expect(redact(text)).toBe(text))
