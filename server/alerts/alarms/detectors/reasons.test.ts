import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hintReasons } from '#domain/insight/hint.ts'
import { locales } from '#domain/platform/locale.ts'
import { curveSettings, weightCurve } from '../../../../tests/support/samples/weight-curve.ts'
import { scaleReasons } from '../transmitters/judge-scales.ts'
import { clockReasons } from '../transmitters/watch-transmitters.ts'
import { reasonCodes } from './detector.ts'
import { initialState, runDetectors } from './run-detectors.ts'

const texts = (locale: string, file = 'alarm-why'): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../../locales/${locale}/${file}.json`, import.meta.url), 'utf8'))

const argumentsOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+), (?:number|plural)/g)].map(([, name]) => name!).toSorted()

test.each(locales)('%s has a text for every reason and for nothing else', (locale) => {
  const keys = (file?: string) => Object.keys(texts(locale, file)).toSorted()
  expect(keys()).toEqual([...reasonCodes, ...scaleReasons].map((code) => `alarm.why.${code}`).toSorted())
  // Today gives the reasons of transmitters' alarms, and has only these texts
  expect(keys('alarm')).toEqual(
    expect.arrayContaining([...clockReasons, 'noData', 'scalesNoData'].map((code) => `alarm.why.${code}`)),
  )
  expect(keys('alarm-hint')).toEqual(hintReasons.map((code) => `alarm.why.${code}`).toSorted())
})

test.each(locales)('%s uses the same values as English', (locale) => {
  const english = texts('en')
  for (const [key, text] of Object.entries(texts(locale))) {
    expect([key, argumentsOf(text)]).toEqual([key, argumentsOf(english[key]!)])
  }
})

test('the detectors give the values that the texts need', () => {
  const english = texts('en')
  const plans = [
    { changes: [{ hour: 12, grams: -2000, minutes: 20 }] },
    {
      changes: [
        { hour: 12, grams: -1800 },
        { hour: 12.5, grams: 1900 },
      ],
    },
    {
      changes: [
        { hour: 10, grams: -39_000 },
        { hour: 15, grams: 39_000 },
      ],
    },
    { changes: [{ hour: 10, grams: -12_000 }] },
    { changes: [{ hour: 11, grams: -7000, minutes: 180 }] },
    { changes: [{ hour: 9, grams: 8000, minutes: 480 }] },
    { everyMinutes: 60, changes: [{ hour: 12.3, grams: -2000, minutes: 20 }] },
    { everyMinutes: 10, spikes: [{ hour: 12, grams: -1350 }] },
    {
      changes: [
        { hour: 11, grams: 2000, minutes: 40 },
        { hour: 12, grams: -2000, minutes: 50 },
      ],
    },
  ]
  const reasons = plans.flatMap((plan) =>
    runDetectors(initialState(), weightCurve(plan), curveSettings).detections.flatMap(({ why }) => why),
  )
  expect(new Set(reasons.map(({ code }) => code)).size).toBeGreaterThan(9)
  for (const { code, values } of reasons) {
    expect([code, Object.keys(values ?? {}).toSorted()]).toEqual([code, argumentsOf(english[`alarm.why.${code}`]!)])
  }
})
