import { expect, test } from 'vitest'
import { controllerWith, scaleWith } from '../../../../tests/support/samples/sample-dashboard.ts'
import { inOrder, shownScales } from './shown-controllers.ts'

test('own transmitters come first, then watched ones, each by name in numeric order', () => {
  const controllers = [
    controllerWith({ name: 'Stand 10' }),
    controllerWith({ name: 'Alp', access: 'watched' }),
    controllerWith({ name: 'Ötztal' }),
    controllerWith({ name: 'Stand 2' }),
    controllerWith({ name: 'Zug' }),
  ]
  expect(inOrder(controllers, 'de').map(({ name }) => name)).toEqual(['Ötztal', 'Stand 2', 'Stand 10', 'Zug', 'Alp'])
})

test('hidden and archived scales are left out, the others are sorted by channel', () => {
  const scales = [
    scaleWith({ id: 3, channel: 3, state: 'empty' }),
    scaleWith({ id: 1, channel: 1 }),
    scaleWith({ id: 4, channel: 4, visible: false }),
    scaleWith({ id: 5, channel: 5, state: 'archived' }),
    scaleWith({ id: 6, channel: 6, state: 'deactivated' }),
  ]
  expect(shownScales({ scales }).map(({ id }) => id)).toEqual([1, 3])
})
