import * as v from 'valibot'
import type { PaymentMethod } from '#domain/shop/cart.ts'
import type { OrderFlag, OrderState } from '#domain/shop/order.ts'
import { TypedWords } from '../../../api/typed-words.ts'
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

const optional = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.optional(schema), undefined))

/** What narrows the list of orders, as it stands in the address; `mark`: a flag, with a minus before it the lack of it. */
export const OrderSearch = v.object({
  q: optional(TypedWords),
  state: optional(v.picklist(states)),
  paid: optional(v.boolean()),
  mark: optional(v.picklist(flags.flatMap((flag) => [flag, `-${flag}`] as const))),
  method: optional(v.picklist(methods)),
  attention: optional(v.literal(true)),
  from: optional(v.pipe(v.string(), v.isoDate())),
  to: optional(v.pipe(v.string(), v.isoDate())),
  sort: optional(v.picklist(['orderedAt', 'total'])),
  direction: optional(v.picklist(['ascending', 'descending'])),
})
export type OrderSearch = v.InferOutput<typeof OrderSearch>

/** The same as the API takes it. */
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
