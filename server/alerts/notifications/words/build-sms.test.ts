import { describe, expect, test } from 'vitest'
import { alarmStatuses } from '#domain/alerts/alarm.ts'
import { alarmTypes } from '#domain/alerts/alarm-types.ts'
import { smsFit } from '#domain/alerts/sms-text.ts'
import { locales } from '#domain/platform/locale.ts'
import { swarmDelivery as swarm } from '../../../../tests/support/samples/swarm-delivery.ts'
import { buildCodeSms, buildSms } from './build-sms.ts'

const site = { origin: undefined, name: 'HiveWatch' }

const silence = {
  type: 'silence',
  status: 'open',
  scale_id: null,
  scale_name: null,
  weight_change_grams: null,
} as const

test.each([
  [{}, 'Schwarm bei Volk 3? Waldrand, -1,9 kg, So., 11:55'],
  [{ country: 'ch' }, 'Schwarm bei Volk 3? Waldrand, -1.9 kg, So., 11:55'],
  [{ language: 'en', scale_name: 'Hive 3' }, 'Swarm at Hive 3? Waldrand, -1.9 kg, Sun 11:55'],
  [{ language: 'fr', scale_name: 'Ruche 3' }, 'Essaim à Ruche 3 ? Waldrand, -1,9 kg, dim. 11:55'],
  [{ language: 'es', scale_name: 'Colmena 3' }, '¿Enjambre en Colmena 3? Waldrand, -1,9 kg, dom, 11:55'],
  [{ language: 'en', scale_name: '\u202eулей\u2066' }, 'Swarm at улей? Waldrand, -1.9 kg, Sun 11:55'],
  [silence, 'Waldrand sendet nicht mehr, So., 11:55'],
  [{ ...silence, together: ['Wiese', 'Bach'] }, 'Waldrand und 2 weitere Sender senden nicht mehr, So., 11:55'],
  [
    { ...silence, why: '[{"code":"scalesNoData"}]' },
    'Keine Messungen mehr von mehreren Stockwaagen bei Waldrand, So., 11:55',
  ],
] as const)('%j', (fields, text) => {
  expect(buildSms({ ...swarm, ...fields }, site)).toBe(text)
})

test('the address of the alarm is included if it fits next to uncut names', () => {
  const link = { ...site, origin: 'https://bees.example.org' }
  expect(buildSms(swarm, link)).toMatch(/11:55 https:\/\/bees\.example\.org\/dashboard\?alarm=77$/)
  const text = buildSms(
    { ...swarm, controller_name: 'Bienenstand am Waldrand hinter der alten Mühle, oberer Hang' },
    link,
  )
  expect(text).toContain('oberer Hang')
  expect(smsFit(text).fits).toBe(true)
  expect(buildSms({ ...swarm, controller_name: 'Bienenstand '.repeat(9) }, link)).not.toContain('https')
})

const names = [
  'Bienenstock '.repeat(7).trim(),
  'Forêt de l’Églantier – côté Íñigo',
  '🐝'.repeat(40),
  'улей у опушки леса за старой мельницей на верхнем склоне',
  '{[€]}'.repeat(16),
  'x',
]

describe.each(locales)('in %s', (language) => {
  test('every alarm in every state fits one SMS with any names, and says what happened', () => {
    for (const type of alarmTypes) {
      for (const status of alarmStatuses) {
        for (const scale_name of [...names, null]) {
          for (const controller_name of names) {
            const weight_change_grams = scale_name === null ? null : -12_345
            const delivery = { ...swarm, language, type, status, scale_name, controller_name, weight_change_grams }
            const text = buildSms(delivery, { ...site, origin: 'https://bees.example.org' })
            expect(smsFit(text).fits, text).toBe(true)
            expect(text, 'the time is never cut').toMatch(/11:55( AM)?($| https)/)
            if (scale_name !== null) expect(text, 'the weight is never cut').toMatch(/-12[.,]3\skg/)
          }
        }
      }
    }
  })

  test('the longest names stay within the GSM alphabet and most of the space', () => {
    const text = buildSms({ ...swarm, language, scale_name: names[0]!, controller_name: names[0]! }, site)
    expect(smsFit(text)).toMatchObject({ encoding: 'GSM-7', fits: true })
    expect(smsFit(text).used).toBeGreaterThan(150)
  })

  test('tests and codes fit too', () => {
    const test = buildSms({ ...swarm, language, alarm_id: null, stage: 'test' }, site)
    const code = buildCodeSms({ language }, '042042', site)
    for (const text of [test, code]) expect(smsFit(text)).toMatchObject({ encoding: 'GSM-7', fits: true })
    expect(code).toContain('042042')
  })
})
