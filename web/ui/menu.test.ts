import { expect, it } from 'vitest'
import { menuPlace } from './menu.tsx'

const menu = { width: 200, height: 300 }
const screen = { width: 1000, height: 800 }
const button = (left: number, top: number) => ({ left, right: left + 48, top, bottom: top + 48 })

it.each([
  ['below its button', button(100, 100), { left: 100, top: 152 }],
  ['to the left where there is no room at the right', button(940, 100), { left: 788, top: 152 }],
  ['above where there is no room below', button(100, 700), { left: 100, top: 396 }],
  ['inside the window in a corner', button(0, 0), { left: 8, top: 52 }],
])('opens %s', (_, place, expected) => {
  expect(menuPlace(place, menu, screen)).toEqual(expected)
})
