import * as v from 'valibot'

/** The documents of an order. */
export const orderDocumentKinds = ['confirmation', 'offer', 'invoice', 'advance'] as const
export const OrderDocumentKind = v.picklist(orderDocumentKinds)
export type OrderDocumentKind = v.InferOutput<typeof OrderDocumentKind>

/**
 * The mails about an order: the documents to the customer, each attached to its mail; `codes`: the codes that extend a subscription;
 * `release`: tells a commissioner what is to be made and where to ship it.
 */
export const orderMailTemplates = [...orderDocumentKinds, 'codes', 'release'] as const
export const OrderMailTemplate = v.picklist(orderMailTemplates)
export type OrderMailTemplate = v.InferOutput<typeof OrderMailTemplate>

/** Why a mail about an order was not sent; each has a text. */
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

/** The documents that a customer gets by mail automatically. */
export const customerPapers = ['confirmation', 'advance', 'invoice'] as const satisfies readonly OrderDocumentKind[]
export const CustomerPaper = v.picklist(customerPapers)
export type CustomerPaper = v.InferOutput<typeof CustomerPaper>
