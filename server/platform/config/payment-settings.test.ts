import { describe, expect, it } from 'vitest'
import { readPaymentSettings } from './payment-settings.ts'

const local = { HOST: '127.0.0.1' }
const stripe = { PAYMENT_STRIPE_SECRET_KEY: 'sk_test_1', PAYMENT_STRIPE_WEBHOOK_SECRET: 'whsec_1' }

describe('who takes payments', () => {
  it.each([
    ['the test page on this machine', local, { provider: 'test', isPublic: false }],
    [
      'the test page under a public name that is this machine',
      { ...local, PUBLIC_URL: 'http://localhost:8080' },
      { provider: 'test', isPublic: false },
    ],
    ['nobody where others reach the server', { HOST: '0.0.0.0' }, { provider: 'none' }],
    ['nobody under a public name', { ...local, PUBLIC_URL: 'https://hives.example.org' }, { provider: 'none' }],
    [
      'the test page in public where somebody says so',
      { ...local, PUBLIC_URL: 'https://hives.example.org', PAYMENT_PROVIDER: 'test' as const },
      { provider: 'test', isPublic: true },
    ],
    ['nobody where somebody says so', { ...local, PAYMENT_PROVIDER: 'none' as const, ...stripe }, { provider: 'none' }],
    [
      'Stripe where it has its key',
      { ...local, ...stripe, PAYMENT_STRIPE_URL: 'http://127.0.0.1:4010' },
      { provider: 'stripe', secretKey: 'sk_test_1', webhookSecret: 'whsec_1', url: 'http://127.0.0.1:4010' },
    ],
  ])('is %s', (_, environment, expected) => {
    expect(readPaymentSettings(environment)).toEqual(expected)
  })

  it.each([
    ['without its key', { ...local, PAYMENT_PROVIDER: 'stripe' as const }, 'PAYMENT_STRIPE_SECRET_KEY'],
    ['with a key for pages', { ...local, PAYMENT_STRIPE_SECRET_KEY: 'pk_test_1' }, 'PAYMENT_STRIPE_SECRET_KEY'],
    [
      'without the secret of its calls',
      { ...local, PAYMENT_STRIPE_SECRET_KEY: 'sk_test_1' },
      'PAYMENT_STRIPE_WEBHOOK_SECRET',
    ],
  ])('is not Stripe %s, and the message repeats no secret', (_, environment, named) => {
    expect(() => readPaymentSettings(environment)).toThrow(named)
    expect(() => readPaymentSettings(environment)).not.toThrow('test_1')
  })
})
