import { expect, test } from 'vitest'
import { outsideLinks } from './outside-links.ts'

const settings = {
  variant: 'hivewatch' as const,
  environment: 'live' as const,
  claimCodes: false,
  subscriptions: true,
  shop: true,
  publicUrl: null,
  broker: null,
  supportUrl: 'https://support.example',
  externalShopUrl: 'https://shop.example',
  forumUrl: 'https://forum.example',
  mapStyleUrl: null,
  errorReportsDsn: null,
  revision: '1',
  demo: null,
}
const labels = (...parameters: Parameters<typeof outsideLinks>) => outsideLinks(...parameters).map(({ label }) => label)

test('all links are there after signing in; support is missing before', () => {
  expect(labels(settings, true)).toEqual(['app.nav.externalShop', 'app.nav.forum', 'app.nav.support'])
  expect(labels(settings, false)).toEqual(['app.nav.externalShop', 'app.nav.forum'])
})

test('the forum is only for beekeepers', () => {
  expect(labels({ ...settings, variant: 'biovet' }, true)).toEqual(['app.nav.externalShop', 'app.nav.support'])
})

test('without a shop of its own, the app calls the external one simply the shop', () => {
  expect(labels({ ...settings, shop: false }, true)[0]).toBe('app.nav.shop')
})

test('links that are not configured are left out', () => {
  expect(labels({ ...settings, supportUrl: null, externalShopUrl: null, forumUrl: null }, true)).toEqual([])
})
