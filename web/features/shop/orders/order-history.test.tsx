import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OrderEvent } from '#domain/shop/order-administration.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { OrderHistory } from './order-history.tsx'

const edited = (before: OrderEvent['before'], after: OrderEvent['after']): OrderEvent => ({
  id: 1,
  at: '2026-05-10T10:00:00.000Z',
  actor: 'administrator',
  email: 'anna@example.org',
  action: 'edited',
  before,
  after,
})

test.each([
  [{ country: 'ch' }, { country: 'de' }, 'Country: Switzerland → Germany'],
  [{ company: '' }, { company: 'Imkerei' }, 'Company: – → Imkerei'],
  [{ discount: 0 }, { discount: 500 }, 'Discount by hand: €0.00 → €5.00'],
])('a change from %j to %j is said in words', (before, after, words) => {
  renderWithMessages(<OrderHistory order={{ history: [edited(before, after)], currency: 'eur' }} />)
  expect(screen.getByText(words)).toBeDefined()
})

test.each([
  [29_700, 'Payment received'],
  [-29_700, 'Payment refunded'],
])('%i Rappen by hand are a %s', (amount, words) => {
  const event: OrderEvent = {
    ...edited(null, { amount, currency: 'chf', method: 'prepayment' }),
    action: 'paymentReceived',
  }
  renderWithMessages(<OrderHistory order={{ history: [event], currency: 'chf' }} />)
  expect(screen.getByText(words)).toBeDefined()
})
