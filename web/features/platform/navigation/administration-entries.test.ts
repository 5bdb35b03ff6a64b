import { expect, test } from 'vitest'
import { administrationEntries } from './administration-entries.ts'

const pages = (...asked: Parameters<typeof administrationEntries>) =>
  administrationEntries(...asked).map(({ to }) => to)

test('administrators have all entries, in both variants', () => {
  expect(pages('administrator', 'hivewatch')).toEqual(pages('administrator', 'biovet'))
  expect(pages('administrator', 'hivewatch')).toEqual([
    '/a/fleet',
    '/a/users',
    '/a/notifications',
    '/a/controllers',
    '/a/controllers/create',
    '/a/jobs',
    '/a/firmware',
    '/a/variables',
    '/shop/admin',
    '/a/regions',
    '/a/affiliateNotification',
    '/analysis',
    '/a/audit',
  ])
})

test('managers have their daily work, transmitters and users, and notify customers only in the veterinary variant', () => {
  expect(pages('manager', 'hivewatch')).toEqual(['/m', '/m/controllers', '/m/users'])
  expect(pages('manager', 'biovet')).toEqual(['/m', '/m/controllers', '/m/users', '/m/affiliateNotification'])
})
