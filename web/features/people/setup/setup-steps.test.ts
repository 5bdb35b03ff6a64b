import { expect, test } from 'vitest'
import { firstStep, type SetupFacts, setupSteps } from './setup-steps.ts'

const nothing: SetupFacts = {
  hasTransmitter: false,
  hasReading: false,
  unnamed: 0,
  installation: 'open',
  hasChannel: false,
  isHeard: false,
}
const all: SetupFacts = {
  hasTransmitter: true,
  hasReading: true,
  unnamed: 0,
  installation: 'done',
  hasChannel: true,
  isHeard: true,
}
const done = (facts: SetupFacts) =>
  setupSteps(facts)
    .filter((step) => step.done)
    .map(({ id }) => id)

test('for a new account nothing is done, although no scale is waiting for a name', () => {
  expect(done(nothing)).toEqual([])
  expect(setupSteps(nothing)).toHaveLength(6)
  expect(done(all)).toHaveLength(6)
})

test.each<[Partial<SetupFacts>, string[]]>([
  [{ hasTransmitter: true }, ['transmitter']],
  [{ hasTransmitter: true, hasReading: true, unnamed: 2 }, ['transmitter', 'reading']],
  [{ hasTransmitter: true, hasReading: true }, ['transmitter', 'reading', 'names']],
  [{ installation: 'done' }, ['install']],
  [{ installation: 'none', hasChannel: true }, ['channel']],
  [{ isHeard: true }, ['channel', 'heard']],
])('with %j it is %j', (facts, ids) => {
  expect(done({ ...nothing, ...facts })).toEqual(ids)
})

test('if the browser cannot install the app, that step is missing', () => {
  expect(setupSteps({ ...nothing, installation: 'none' }).map(({ id }) => id)).not.toContain('install')
})

test.each<[Partial<SetupFacts>, string, string | undefined]>([
  [{}, '', 'transmitter'],
  [{ hasTransmitter: false, hasReading: true }, '', 'transmitter'],
  [{}, 'alarms', 'channel'],
  [{ hasChannel: true }, 'alarms', 'heard'],
  [{ hasChannel: true, isHeard: true }, 'alarms', 'transmitter'],
  [{ hasTransmitter: true, hasReading: true, installation: 'none' }, '', 'channel'],
  [all, '', undefined],
  [all, 'alarms', undefined],
  [{}, 'nonsense', 'transmitter'],
])('with %j and %j it begins with %j', (facts, wanted, id) => {
  expect(firstStep(setupSteps({ ...nothing, ...facts }), wanted)).toBe(id)
})
