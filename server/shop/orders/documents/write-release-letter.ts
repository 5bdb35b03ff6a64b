import type { Commissioner, ShopConfig } from '#domain/shop/shop-config.ts'
import { buildLetter, type Letter } from '../../../platform/mails/build-letter.ts'
import { labelLines } from '../../prices/label-lines.ts'
import type { OpenedOrder } from '../open-order.ts'
import { paperWords } from './paper-words.ts'

const made = new Set(['controller', 'scale', 'accessory'])

/** The mail to the person who makes and sends an order: what, with sizes, and where it goes. No prices. */
export function writeReleaseLetter(
  { order, price }: OpenedOrder,
  { config, commissioner, pickup }: { config: ShopConfig; commissioner: Commissioner; pickup: string | undefined },
): Letter {
  const words = paperWords({ language: commissioner.language, customer: {} })
  const lines = price.lines.filter(({ kind }) => made.has(kind))
  const known = new Set(Object.values(config.products).flatMap((shelf) => shelf.map(({ key }) => key)))
  const labeled = labelLines(config, lines, { promoCode: '', locale: commissioner.language })
  const items = labeled.map(({ product, label, count }, index) => {
    // a product that is no longer in the configuration keeps the name it was ordered by
    const name = product !== null && known.has(product) ? label : (lines[index]?.label ?? label)
    const plate = config.products.scales.find(({ key }) => key === product)?.plate
    const size = plate && { width: plate.widthMm, depth: plate.depthMm }
    const item = size ? words.text('order-mail.release.plate', { item: name, ...size }) : name
    return words.text('order-mail.release.item', { count, item })
  })
  const address = [
    order.company,
    `${order.firstname} ${order.lastname}`,
    order.street,
    `${order.zip} ${order.city}`,
    words.country(order.country),
    order.phone,
  ]
  return buildLetter(commissioner.language, {
    subject: words.text('order-mail.release.subject', { key: order.key }),
    before: [
      words.text('order-mail.greeting', { name: commissioner.name }),
      words.text('order-mail.release.text'),
      ...items,
      words.text('order-mail.address', { address: address.filter((line) => line.trim() !== '').join(', ') }),
      ...(pickup ? [words.text('order-mail.release.pickup', { place: pickup })] : []),
      ...(order.remark ? [words.text('order-mail.release.comment', { comment: order.remark })] : []),
    ],
    after: [words.text('order-mail.contact', { contact: config.mail.contact })],
  })
}
