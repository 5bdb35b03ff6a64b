import { describe, expect, test } from 'vitest'
import { checkClaim } from './check-claim.ts'

const form = {
  imei: '356938035643809',
  imsi: '228011234567890',
  name: ' Waldrand ',
  interval: '2',
  orderKey: '',
  claimCode: '',
}
const nowhere = { latitude: '', longitude: '' }

describe('registering a transmitter', () => {
  test('sends what was entered, with numbers as on the label', () => {
    const place = { latitude: '46.99', longitude: '7.45' }
    expect(checkClaim({ ...form, imei: '35 693803-564380 9', orderKey: ' ab12cd34 ef56-gh7f' }, place)).toEqual({
      body: {
        imei: '356938035643809',
        imsi: '228011234567890',
        name: 'Waldrand',
        location: { latitude: 46.99, longitude: 7.45 },
        updateInterval: 2,
        orderKey: 'AB12-CD34-EF56-GH7F',
      },
    })
  })

  test('requires neither a place nor an order key', () => {
    expect(checkClaim(form, nowhere)).toMatchObject({ body: { location: null } })
    expect(checkClaim(form, nowhere)).not.toHaveProperty('body.orderKey')
  })

  test.each([
    ['imei', { imei: '' }, nowhere, 'claim.number.missing'],
    ['imei', { imei: '12345678901234' }, nowhere, 'claim.number.length'],
    ['imsi', { imsi: '1234567890123456' }, nowhere, 'claim.number.length'],
    ['imsi', { imsi: '12345678901234O' }, nowhere, 'claim.number.notDigits'],
    ['name', { name: '  ' }, nowhere, 'claim.name.missing'],
    ['orderKey', { orderKey: 'abcd-efgh' }, nowhere, 'claim.orderKey.invalid'],
    ['orderKey', { orderKey: 'ab12-cd34-ef56-gh78' }, nowhere, 'claim.orderKey.invalid'],
    ['location', {}, { latitude: '91', longitude: '7' }, 'claim.location.invalid'],
    ['location', {}, { latitude: '46', longitude: '' }, 'claim.location.invalid'],
    ['location', {}, { latitude: 'x', longitude: '7' }, 'claim.location.invalid'],
    ['location', {}, { latitude: '46', longitude: '-181' }, 'claim.location.invalid'],
  ])('says at %s what is wrong: %j', (field, change, place, words) => {
    expect(checkClaim({ ...form, ...change }, place)).toEqual({ faults: { [field]: words } })
  })
})
