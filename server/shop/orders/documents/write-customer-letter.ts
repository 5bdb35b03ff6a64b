import * as v from 'valibot'
import { Cart } from '#domain/shop/cart.ts'
import type { OrderDocumentKind } from '#domain/shop/order-document.ts'
import { buildLetter, type Letter } from '../../../platform/mails/build-letter.ts'
import type { OpenedOrder } from '../open-order.ts'
import type { OrderPaper } from './order-paper.ts'
import { paperWords } from './paper-words.ts'

/** The mail that a paper is attached to; `url`: the page of the order. */
export function writeDocumentLetter(kind: OrderDocumentKind, paper: OrderPaper, url: string): Letter {
  const words = paperWords(paper)
  const amount = `${paper.currency.toUpperCase()} ${words.amount(Math.max(0, paper.due))}`
  const isAwaited = kind === 'confirmation' && paper.due > 0
  const pay = paper.prepayment ? 'order-mail.confirmation.pay' : 'order-mail.confirmation.payOnline'
  return buildLetter(paper.language, {
    subject: words.text(`order-mail.${kind}.subject`, { key: paper.key }),
    before: [
      greeting(paper),
      words.text(`order-mail.${kind}.text`, kind === 'advance' ? { amount } : {}),
      ...(isAwaited ? [words.text(pay, { amount })] : []),
    ],
    link: { words: words.text('order-mail.status'), url },
    after: closing(paper),
  })
}

/** The mail with the codes that the customer may redeem. */
export function writeCodesLetter({ order }: OpenedOrder, paper: OrderPaper, codes: readonly string[]): Letter {
  const words = paperWords(paper)
  const { subscriptionYears: years } = v.parse(v.pick(Cart, ['subscriptionYears']), JSON.parse(order.cart))
  return buildLetter(paper.language, {
    subject: words.text('order-mail.codes.subject', { key: paper.key }),
    before: [
      greeting(paper),
      words.text('order-mail.codes.text'),
      ...codes.map((code) => words.text('order-mail.code', { code, years })),
      words.text('order-mail.codes.how'),
    ],
    link: {
      words: words.text('order-mail.codes.open', { name: paper.seller }),
      url: `${order.site}/settings/controllers`,
    },
    after: closing(paper),
  })
}

function greeting(paper: OrderPaper): string {
  const { customer } = paper
  const name = `${customer.firstname} ${customer.lastname}`.trim() || customer.company
  return paperWords(paper).text('order-mail.greeting', { name })
}

const closing = (paper: OrderPaper): string[] => [
  paperWords(paper).text('order-mail.contact', { contact: paper.contact.email }),
  paper.seller,
]
