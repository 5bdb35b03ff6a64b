import * as v from 'valibot'

/** The papers of an order. */
export const orderDocumentKinds = ['confirmation', 'offer', 'invoice', 'advance'] as const
export const OrderDocumentKind = v.picklist(orderDocumentKinds)
export type OrderDocumentKind = v.InferOutput<typeof OrderDocumentKind>

/**
 * The mails about an order: the papers to the customer, with the paper attached; `codes`: the codes that extend a
 * subscription; `release`: to a commissioner, what is to be made and where it goes.
 */
export const orderMailTemplates = [...orderDocumentKinds, 'codes', 'release'] as const
export const OrderMailTemplate = v.picklist(orderMailTemplates)
export type OrderMailTemplate = v.InferOutput<typeof OrderMailTemplate>

/** Why a mail about an order was not sent; each is a text in words. */
export const orderMailFaults = [
  'unavailable',
  'refused',
  'expired',
  'paper',
  'codes',
  'commissioner',
  'failed',
] as const
export const OrderMailFault = v.picklist(orderMailFaults)
export type OrderMailFault = v.InferOutput<typeof OrderMailFault>

/** The papers that a customer gets by mail without asking for them. */
export const customerPapers = ['confirmation', 'advance', 'invoice'] as const satisfies readonly OrderDocumentKind[]
export const CustomerPaper = v.picklist(customerPapers)
export type CustomerPaper = v.InferOutput<typeof CustomerPaper>
