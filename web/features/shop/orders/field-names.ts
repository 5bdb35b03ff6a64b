import type { MessageId } from '../../../../locales/message-id.ts'

/** The labels of the order fields that administrators can correct. */
export const fieldNames: Partial<Record<string, MessageId>> = {
  email: 'shop-orders.customer.email',
  firstname: 'shop-orders.customer.firstname',
  lastname: 'shop-orders.customer.lastname',
  company: 'shop-orders.customer.company',
  street: 'shop-orders.customer.street',
  zip: 'shop-orders.customer.zip',
  city: 'shop-orders.customer.city',
  country: 'shop-orders.customer.country',
  phone: 'shop-orders.customer.phone',
  comment: 'shop-orders.customer.comment',
  discount: 'shop-orders.bill.discount',
}
