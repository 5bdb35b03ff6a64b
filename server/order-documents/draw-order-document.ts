import type { OrderDocumentKind } from '#domain/order-document.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import { openOrder } from '../orders/administer-open-order.ts'
import { currentShopConfig } from '../shop/read-shop-config.ts'
import { drawPaper } from './draw-paper.ts'
import type { OrderPaper } from './order-paper.ts'
import { paperWords } from './paper-words.ts'
import { BillFault } from './qr-bill.ts'
import { toPaper } from './to-paper.ts'

export type OrderDocument = { filename: string; content: Uint8Array<ArrayBuffer> }

/** A paper of an order as PDF. Throws 404 `order_not_found`, and 409 `bill_creditor_wrong` where no bill can be made. */
export async function drawOrderDocument(
  { database: { db } }: Pick<Deps, 'database'>,
  orderId: number,
  kind: OrderDocumentKind,
): Promise<OrderDocument> {
  const opened = await openOrder(db, orderId)
  const { config } = await currentShopConfig(db)
  return documentOf(kind, toPaper(opened, config))
}

/** The same from what is read already. */
export async function documentOf(kind: OrderDocumentKind, paper: OrderPaper): Promise<OrderDocument> {
  const name = paperWords(paper.language).text(`order-mail.file.${kind}`)
  try {
    return { filename: `${name}-${paper.key}.pdf`, content: await drawPaper(kind, paper) }
  } catch (error) {
    if (error instanceof BillFault) throw new AppError(409, 'bill_creditor_wrong', { values: { field: error.field } })
    throw error
  }
}
