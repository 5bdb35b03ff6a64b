import { expect, test } from 'vitest'
import { changedFields, checkScale, type ScaleFields, toEdit } from './check-scale.ts'

const expected: ScaleFields = {
  channel: 3,
  name: 'Volk 2',
  type: 'weight',
  emptyWeight: 21.5,
  feedStock: 4,
  visible: false,
  isBrood: true,
  gain: 500,
  state: 'empty',
}

function entered(changes: Record<string, string> = {}): FormData {
  const values = new FormData()
  const fields = {
    name: ' Volk 2 ',
    channel: '3',
    type: 'weight',
    state: 'empty',
    emptyWeight: '21.5',
    feedStock: '4',
    gain: '500',
    isBrood: 'on',
  }
  for (const [name, value] of Object.entries({ ...fields, ...changes })) values.set(name, value)
  return values
}

test('takes every field of the form', () => {
  expect(checkScale(entered())).toEqual({ fields: expected })
})

test.each([
  ['name', '  '],
  ['emptyWeight', ''],
  ['emptyWeight', '-1'],
  ['emptyWeight', '1101'],
  ['feedStock', 'viel'],
  ['gain', '8'],
  ['gain', '1101'],
  ['gain', '20.5'],
  ['channel', '0'],
  ['channel', '9'],
])('%s cannot be %j', (field, value) => {
  expect(checkScale(entered({ [field]: value }))).toEqual({ wrong: [field === 'channel' ? 'channelId' : field] })
})

test('reports everything that is wrong at once', () => {
  expect(checkScale(entered({ name: '', gain: '8' }))).toEqual({ wrong: ['name', 'gain'] })
})

test('sends only what was changed', () => {
  const before = { id: 5, controllerId: 2, temperatureCompensation: null, ...expected }
  expect(changedFields(before, expected)).toEqual({})
  expect(toEdit(changedFields(before, { ...expected, name: 'Volk 3', channel: 4 }))).toEqual({
    name: 'Volk 3',
    channelId: 4,
  })
})
