import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const hardware = { mode: 'hardware+digital', nofControllers: 1, nofSubscriptions: 1, scales: { 'scale-swiss': 2 } }

describe('POST /shop/validate', () => {
  it('tells anybody what a cart costs, line by line', async () => {
    const { status, body } = await app.nobody.post('/shop/validate', hardware)
    expect(status).toBe(200)
    expect(body).toEqual({
      total: 115_000,
      items: [
        { kind: 'controller', key: 'transmitter', label: 'Transmitter', count: 1, unitPrice: 39_000, amount: 39_000 },
        {
          kind: 'scale',
          key: 'scale-swiss',
          label: 'Hive scale for Swiss hives',
          count: 2,
          unitPrice: 29_000,
          amount: 58_000,
        },
        {
          kind: 'subscription',
          key: 'subscription-2',
          label: 'Subscription for 2 years',
          count: 1,
          unitPrice: 18_000,
          amount: 18_000,
        },
        { kind: 'shipping', key: 'shipping', label: 'Shipping, free', count: 1, unitPrice: 0, amount: 0 },
      ],
      // 1150.00 × 8.1 / 108.1
      vat: [{ rate: 8.1, amount: 8617 }],
      currency: 'chf',
      configVersion: 0,
    })
  })
})
