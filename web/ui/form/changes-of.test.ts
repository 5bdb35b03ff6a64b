import { expect, test } from 'vitest'
import type { Controller } from '#domain/hives/controller.ts'
import { changesOf } from './changes-of.ts'

const controller = {
  id: 1,
  name: 'Waldrand',
  location: { latitude: 46.99, longitude: 7.45 },
  updateInterval: 2,
  loadCells: 1,
  signalFilter: false,
  primaryRegionId: null,
} as Controller

test.each([
  ['nothing', { name: 'Waldrand', location: { latitude: 46.99, longitude: 7.45 }, updateInterval: 2 }, undefined],
  ['a name', { name: 'Seeufer', updateInterval: 2 }, { name: 'Seeufer' }],
  ['a place', { location: { latitude: 46.99, longitude: 7.46 } }, { location: { latitude: 46.99, longitude: 7.46 } }],
  ['a place taken away', { location: null, loadCells: 1 as const }, { location: null }],
  ['a region', { primaryRegionId: 3, signalFilter: false }, { primaryRegionId: 3 }],
])('sends %s', (_, wanted, changes) => {
  expect(changesOf(controller, wanted)).toEqual(changes)
})

test('fields that belong together are sent together', () => {
  const choice = { everyOwn: true, scaleIds: [3], name: 'Drought' }
  const edit = (changes: Partial<typeof choice>) =>
    changesOf(choice, { ...choice, ...changes }, ['everyOwn', 'scaleIds'])
  expect(edit({ everyOwn: false })).toEqual({ everyOwn: false, scaleIds: [3] })
  expect(edit({ name: 'Rain' })).toEqual({ name: 'Rain' })
})
