import { expect, test } from 'vitest'
import { type FoundAlarm, swarmSignsFor } from './swarm-signs.ts'

const found = (over: Partial<FoundAlarm> & Partial<FoundAlarm['detection']> = {}): FoundAlarm => {
  const { scaleId = 2, confidencePercent = 80, ...detection } = over
  return {
    scaleId,
    confidencePercent,
    detection: { type: 'swarm', status: 'confirmed', startedAt: 1000, detectedAt: 2000, why: [], ...detection },
  }
}
const alarm = found({ scaleId: 1, detectedAt: 3000, startedAt: 2500 })

test.each([
  ['a ringing', 50, true],
  ['a quiet', 49, false],
])(
  '%s swarm alarm found earlier tells what its hive lost until half an hour after it',
  (_, confidencePercent, isLoud) => {
    expect(swarmSignsFor(alarm, [found({ confidencePercent })])).toEqual([
      { scaleId: 2, startedAt: 1000, endedAt: 3800, isLoud },
    ])
  },
)

test.each<[string, FoundAlarm]>([
  ['of the same hive', found({ scaleId: 1 })],
  ['withdrawn', found({ status: 'withdrawn' })],
  ['of another kind', found({ type: 'disturbance' })],
  ['shown by one reading', found({ status: 'provisional', why: [{ code: 'dropped' }, { code: 'oneReading' }] })],
])('one that is %s shows nothing', (_, other) => {
  expect(swarmSignsFor(alarm, [other])).toEqual([])
})

test.each<[string, FoundAlarm]>([
  ['found later', found({ detectedAt: 3001 })],
  ['found with the same reading in a hive that is judged later', found({ detectedAt: 3000 })],
])('one that is %s is a quiet sign, however sure it is, for it is judged by this one', (_, other) => {
  expect(swarmSignsFor(alarm, [other])).toEqual([
    { scaleId: 2, startedAt: 1000, endedAt: other.detection.detectedAt + 1800, isLoud: false },
  ])
})
