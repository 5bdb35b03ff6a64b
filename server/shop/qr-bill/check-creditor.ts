import type { Creditor } from '#domain/shop/shop-config.ts'
import { BillFault, toBillCreditor } from './qr-bill.ts'

/** The field of a creditor that does not fit on a QR-bill; undefined if bills can be made. */
export function billFaultOf(creditor: Creditor): BillFault['field'] | undefined {
  try {
    toBillCreditor(creditor)
    return undefined
  } catch (error) {
    if (error instanceof BillFault) return error.field
    throw error
  }
}
