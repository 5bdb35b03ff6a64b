import { expect, test } from 'vitest'
import { mapAppAddress } from './map-app.ts'

const place = { latitude: 46.99, longitude: -7.45 }

test.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0', 'geo:46.99,-7.45?q=46.99,-7.45(Waldrand%20%26%20Feld%23)'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X) AppleWebKit/605.1.15',
    'https://maps.apple.com/?ll=46.99,-7.45&q=Waldrand%20%26%20Feld%23',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0',
    'https://www.openstreetmap.org/?mlat=46.99&mlon=-7.45#map=15/46.99/-7.45',
  ],
])('a place is opened with the device’s own map app: %s', (agent, address) => {
  expect(mapAppAddress(place, 'Waldrand & Feld#', agent)).toBe(address)
})
