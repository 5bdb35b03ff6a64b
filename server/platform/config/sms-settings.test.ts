import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SMS_URL = 'https://sms.example.org/send?to={to}&text={text}'
const sms = (environment: Record<string, string>) => readConfig(environment).sms

test('without an address there is no gateway', () => {
  expect(sms({})).toBeUndefined()
})

test.each([
  [{ SMS_URL }],
  [{ SMS_URL: 'https://sms.example.org?to={to}&text={text}' }],
  [{ SMS_URL: 'http://10.0.0.7:8080/sms/{digits}?m={text}' }],
  [{ SMS_URL: 'https://user:secret@sms.example.org/', SMS_BODY: 'To={to}&Body={text}' }],
  [{ SMS_URL: 'https://sms.example.org', SMS_BODY: '{"messages":[{"to":"{to}","text":"{text}"}],"flash":false}' }],
  [{ SMS_URL: 'https://sms.example.org/x', SMS_BODY: '{to}={text}' }],
  [{ SMS_URL, SMS_HEADERS: '{"Authorization":"Bearer abc","X-Sender":"HiveWatch"}', SMS_EXPECT: '"ok"' }],
])('%j is taken', (environment) => {
  expect(sms(environment)).toMatchObject({ url: environment.SMS_URL })
})

describe('what is wrong stops the start with one line that names it, and repeats no secret', () => {
  test.each([
    [{ SMS_BODY: '{"text":"{text}"}' }, 'SMS_BODY needs SMS_URL'],
    [{ SMS_URL: 'sms.example.org/?key=secret' }, 'SMS_URL should be'],
    [{ SMS_URL: 'ftp://sms.example.org/?key=secret&to={to}&text={text}' }, 'SMS_URL should be'],
    [{ SMS_URL: 'https://{to}.example.org/?text={text}&key=secret' }, 'only after its host'],
    [{ SMS_URL: 'https://user:secret%@sms.example.org/?to={to}&text={text}' }, 'as %25'],
    [{ SMS_URL: 'https://sms.example.org/?text={text}&key=secret' }, '{to} or {digits}'],
    [{ SMS_URL: 'https://sms.example.org/?to={to}&key=secret' }, '{text}'],
    [{ SMS_URL: `${SMS_URL}&from={sender}&key=secret` }, '{sender}'],
    [{ SMS_URL, SMS_HEADERS: 'Authorization: secret' }, 'SMS_HEADERS should be'],
    [{ SMS_URL, SMS_HEADERS: '{"X-Count":1,"Authorization":"secret"}' }, 'SMS_HEADERS should be'],
    [{ SMS_URL, SMS_HEADERS: '{"Authorization":"secret\\r\\nX-More: 1"}' }, 'SMS_HEADERS should be'],
    [{ SMS_URL, SMS_BODY: '{"key":"secret","to":"{to}"' }, 'SMS_BODY should be'],
  ])('%j', (environment, message) => {
    const read = () => sms(environment as Record<string, string>)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(message)
    expect(read).not.toThrow(/secret|\n/)
  })
})
