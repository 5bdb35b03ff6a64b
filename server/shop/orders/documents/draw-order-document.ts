import type { OrderDocumentKind } from '#domain/shop/order-document.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { BillFault } from '../../qr-bill/qr-bill.ts'
import { currentShopConfig } from '../../shop-config/read-shop-config.ts'
import { openOrder } from '../open-order.ts'
import { drawPaper } from './draw-paper.ts'
import type { OrderPaper } from './order-paper.ts'
import { paperWords } from './paper-words.ts'
import { toPaper } from './to-paper.ts'

export type OrderDocument = { filename: string; content: Uint8Array<ArrayBuffer> }

/** Returns a paper of an order as PDF. Throws 404 `order_not_found`, 409 `bill_creditor_wrong` if no bill can be made. */
export async function drawOrderDocument(
  { database: { db } }: Pick<Deps, 'database'>,
  orderId: number,
  kind: OrderDocumentKind,
): Promise<OrderDocument> {
  const opened = await openOrder(db, orderId)
  const { config } = await currentShopConfig(db)
  return documentOf(kind, toPaper(opened, config))
}

/** Like `drawOrderDocument`, from data already read. */
export async function documentOf(kind: OrderDocumentKind, paper: OrderPaper): Promise<OrderDocument> {
  const name = paperWords(paper).text(`order-mail.file.${kind}`)
  try {
    return { filename: `${name}-${paper.key}.pdf`, content: await drawPaper(kind, paper) }
  } catch (error) {
    if (error instanceof BillFault) throw new AppError(409, 'bill_creditor_wrong', { values: { field: error.field } })
    throw error
  }
}
