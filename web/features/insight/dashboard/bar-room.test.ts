import { expect, test } from 'vitest'
import { sharedRoom } from './bar-room.ts'

test.each([
  [[], { gain: 0.5, loss: 0.5 }],
  [[0, 0], { gain: 0.5, loss: 0.5 }],
  [[0.1, -0.05], { gain: 0.1, loss: 0.05 }],
  [[1.3, -0.4], { gain: 2, loss: 0.5 }],
  [[3, 4, 5], { gain: 5, loss: 0 }],
  [[-0.1, -0.2], { gain: 0, loss: 0.2 }],
])('%o has room in %o', (changes, room) => {
  expect(sharedRoom(changes)).toEqual(room)
})

test('a harvest among many days does not make the others too small to see', () => {
  const days = Array.from({ length: 60 }, (_, day) => (day % 2 ? 0.8 : -0.3))
  expect(sharedRoom([...days, -22])).toEqual({ gain: 1, loss: 1 })
})
