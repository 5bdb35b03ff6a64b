import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedPayment, OrderDetail } from '#domain/shop/order-administration.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { OrderPayments } from './order-payments.tsx'

const payment = { id: 1, currency: 'chf', method: 'prepayment', provider: 'hand', receivedAt: '2026-05-10T10:00:00Z' }

test.each([
  [29_700, 'received', 'By hand, received'],
  [-29_700, 'received', 'By hand, refunded'],
  [-29_700, 'otherCurrency', 'By hand, other currency'],
] as const)('a payment of %i Rappen that is %s', (amount, status, words) => {
  const payments = [{ ...payment, amount, status } as ListedPayment]
  renderWithMessages(<OrderPayments order={{ payments } as OrderDetail} />)
  expect(screen.getByRole('table').textContent).toContain(words)
})
