import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OrderStatus } from '#domain/shop/order.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { CustomerMails } from './customer-mails.tsx'

const order: OrderStatus = {
  ...{ key: 'ABCD-EFGH-JKMN-PQRS', state: 'open', payment: 'open', lastPayment: null, paymentMethod: 'prepayment' },
  ...{ currency: 'chf', total: 100, paid: 0, due: 100, orderedAt: '2026-05-10T10:00:00Z', digital: true },
  ...{ fulfilled: false, mail: 'sent', papers: [], codes: [] },
}

test('what could not be mailed is on the page, and the page says so', () => {
  const codes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH']
  renderWithMessages(<CustomerMails order={{ ...order, mail: 'failed', papers: ['confirmation', 'invoice'], codes }} />)
  expect(screen.getByRole('status').textContent).toContain('We cannot send you an e-mail')
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Confirmation with QR-bill', '/api/shop/order/ABCD-EFGH-JKMN-PQRS/document/confirmation'],
    ['Invoice', '/api/shop/order/ABCD-EFGH-JKMN-PQRS/document/invoice'],
  ])
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your order keys' }).value).toBe(codes.join('\n'))
})

test.each([
  ['sent', 'We have sent you an e-mail'],
  ['due', 'on its way'],
  ['none', ''],
] as const)('a mail that is %s', (mail, words) => {
  const { container } = renderWithMessages(<CustomerMails order={{ ...order, mail }} />)
  expect(container.textContent).toContain(words)
  expect(screen.queryAllByRole('link')).toEqual([])
})

test.each(['sent', 'failed'] as const)(
  'a cancelled order speaks of no mail and offers no bill, whether one was %s',
  (mail) => {
    const { container } = renderWithMessages(
      <CustomerMails order={{ ...order, state: 'cancelled', mail, papers: ['confirmation'] }} />,
    )
    expect(container.textContent).toBe('')
  },
)
