import { describe, expect, it } from 'vitest'
import { wayOf } from './installation-state.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

describe('the way to install', () => {
  it.each([
    ['an iPhone', iphone, 5, false, 'by-hand'],
    ['an iPad, which calls itself a Mac', mac, 5, false, 'by-hand'],
    ['a Mac', mac, 0, false, 'unavailable'],
    ['Android, until the browser offers it', android, 5, false, 'by-menu'],
    ['an iPhone from the home screen', iphone, 5, true, 'installed'],
    ['Android from the home screen', android, 5, true, 'installed'],
  ])('on %s', (_, userAgent, maxTouchPoints, standalone, way) => {
    expect(wayOf({ userAgent, maxTouchPoints, standalone })).toBe(way)
  })
})
