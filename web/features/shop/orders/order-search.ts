import type { PaymentMethod } from '#domain/shop/cart.ts'
import type { OrderFlag, OrderState } from '#domain/shop/order.ts'
import { flag, like, oneOf, searchOf, typedWords } from '../../../api/read-fields.ts'
import { wordsOf } from '../../../api/words-of.ts'

const states = wordsOf<OrderState>({ open: true, cancelled: true, completed: true })
const methods = wordsOf<PaymentMethod>({ card: true, twint: true, prepayment: true })
const flags = wordsOf<OrderFlag>({
  confirmationSent: true,
  cleared: true,
  advanceRequested: true,
  offerSent: true,
  invoiceSent: true,
  controllerShipped: true,
})

const date = like(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)

/** Reads from the address what the list of orders is filtered by. `mark`: a flag; with a minus in front, its absence. */
export const readOrderSearch = searchOf({
  q: typedWords,
  state: oneOf(...states),
  paid: flag,
  mark: oneOf(...flags.flatMap((word) => [word, `-${word}`] as const)),
  method: oneOf(...methods),
  attention: oneOf(true),
  from: date,
  to: date,
  sort: oneOf('orderedAt', 'total'),
  direction: oneOf('ascending', 'descending'),
})
export type OrderSearch = ReturnType<typeof readOrderSearch>

/** Returns the same filter as the API takes it. */
export function toOrderQuery({ mark, paid, attention, ...search }: OrderSearch): Record<string, string> {
  const query = {
    ...search,
    paid: paid?.toString(),
    attention: attention?.toString(),
    ...(mark?.startsWith('-') ? { lacks: mark.slice(1) } : { flag: mark }),
  }
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
}
