import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settingNames } from './config.ts'
import { misspelledSettings } from './misspelled-settings.ts'

const meantBy = (...names: string[]) =>
  misspelledSettings(Object.fromEntries(names.map((name) => [name, 'x']))).map(({ meant }) => meant)

test.each([
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['ALLOW_PRIVATE_ENDPOINT', 'ALLOW_PRIVATE_ENDPOINTS'],
  ['OPEN_PROVISIONNING_PERDAY', 'OPEN_PROVISIONING_PER_DAY'],
  ['SMPT_URL', 'SMTP_URL'],
])('%s is taken for %s', (name, meant) => {
  expect(meantBy(name)).toEqual([meant])
})

test('what other programs are told is not taken for a setting, nor what is empty or set as it should be', () => {
  const others =
    'HOME HOSTNAME PATH PWD USER SHELL LANG TERM TZ NODE_ENV NODE_OPTIONS NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS'
      .concat(
        ' NODE_VERSION NODE_PATH INVOCATION_ID JOURNAL_STREAM http_proxy HTTPS_PROXY NO_PROXY MALLOC_CONF LD_PRELOAD',
      )
      .concat(
        ' MQTT_PORT MQTT_SERVICE_HOST SMTP_PORT POSTGRES_URL DATABASE_HOST npm_config_cache npm_package_version REVISION',
      )
  expect(meantBy(...others.split(' '))).toEqual([])
  expect(misspelledSettings({ PUBLIC_ULR: '' })).toEqual([])
  expect(meantBy('PUBLIC_URL', 'PUBLIC_ULR')).toEqual([])
})

test('no setting is taken for another, and one slip in a long name is noticed', () => {
  expect(meantBy(...settingNames)).toEqual([])
  for (const name of settingNames) expect(meantBy(name)).toEqual([])
  const long = settingNames.filter((name) => name.length >= 8)
  fc.assert(
    fc.property(fc.constantFrom(...long), fc.nat(), (name, place) => {
      const at = place % name.length
      const slipped = name.slice(0, at) + name.slice(at + 1)
      if (!settingNames.includes(slipped)) expect(meantBy(slipped)).toHaveLength(1)
    }),
  )
})
