import { expect, test } from 'vitest'
import { environmentOf, readSettings } from './app-settings.ts'

test.each([
  ['localhost', 'local'],
  ['127.0.0.1', 'local'],
  ['127.1.2.3', 'local'],
  ['[::1]', 'local'],
  ['app.localhost', 'local'],
  ['staging.hives.example.org', 'staging'],
  ['hives-staging.example.org', 'staging'],
  ['hives.example.org', 'live'],
  ['localhost.example.org', 'live'],
  ['mystagings.example.org', 'live'],
])('%s is %s', (hostname, environment) => {
  expect(environmentOf(hostname)).toBe(environment)
})

test('a page without settings is the beekeepers’ variant without links', () => {
  for (const content of [null, '', '{}']) {
    expect(readSettings(content)).toEqual({
      variant: 'hivewatch',
      claimCodes: false,
      subscriptions: true,
      shop: true,
      supportUrl: null,
      externalShopUrl: null,
      forumUrl: null,
      mapStyleUrl: null,
      errorReportsDsn: null,
      publicUrl: null,
      broker: null,
      revision: 'development',
      demo: null,
    })
  }
})

test('the settings written by the server are used', () => {
  const written = {
    variant: 'biovet',
    subscriptions: false,
    supportUrl: 'https://a.example',
    demo: { email: 'a@b.ch', password: 'x' },
  }
  expect(readSettings(JSON.stringify(written))).toMatchObject(written)
})
