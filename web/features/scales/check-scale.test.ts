import { expect, test } from 'vitest'
import type { Scale } from '#domain/scale.ts'
import { checkScale } from './check-scale.ts'

const before: Scale = {
  id: 5,
  controllerId: 2,
  channel: 3,
  name: 'Volk 1',
  type: 'weight',
  emptyWeight: 20,
  feedStock: 0,
  visible: true,
  isBrood: false,
  gain: 200,
  state: 'active',
}

function entered(changes: Record<string, string> = {}): FormData {
  const values = new FormData()
  const fields = {
    name: 'Volk 2',
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

test('takes every field over; the rest of the scale stays', () => {
  expect(checkScale(before, entered())).toEqual({
    scale: {
      ...before,
      name: 'Volk 2',
      state: 'empty',
      emptyWeight: 21.5,
      feedStock: 4,
      gain: 500,
      visible: false,
      isBrood: true,
    },
  })
})

test.each([
  ['name', '  '],
  ['emptyWeight', ''],
  ['emptyWeight', '-1'],
  ['feedStock', 'viel'],
  ['gain', '8'],
  ['gain', '1101'],
  ['gain', '20.5'],
])('%s cannot be %j', (field, value) => {
  expect(checkScale(before, entered({ [field]: value }))).toEqual({ wrong: [field] })
})
