import { type ReactNode, useState } from 'react'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useMoney } from '../../../i18n/money.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import type { MailingToSend, OrderChangesOf, OrderMailing } from './use-order-changes.tsx'

export type Asked = OrderMailing | 'resendCodes' | 'cancel'

/** Asks for confirmation before something that is sent out or cannot simply be undone. */
export function AskBefore({
  asked,
  order,
  changes: { edit, send },
  onClose,
}: {
  asked: Asked | undefined
  order: OrderDetail
  changes: OrderChangesOf
  onClose: () => void
}) {
  const [commissionerIndex, choose] = useState(0)
  const close = () => {
    send.reset()
    onClose()
  }
  const mail = (mailing: MailingToSend) => send.mutate(mailing, { onSuccess: close })
  const confirm = () => {
    if (asked === 'cancel') {
      edit.mutate({ state: 'cancelled' })
      close()
    } else if (asked === 'resendCodes') mail({ mailing: 'resendConfirmation', sendTemplate: 'codes' })
    else if (asked === 'releaseOrder' && order.commissioners.length === 0) mail({ mailing: asked, sendTemplate: null })
    else if (asked) mail({ mailing: asked, commissionerIndex })
  }
  return (
    <Dialog
      open={asked !== undefined}
      onClose={close}
      title={asked && <Question asked={asked} order={order} />}
      confirm={asked && confirmWords(asked)}
      onConfirm={confirm}
      danger={asked === 'cancel'}
      busy={send.isPending}
      error={send.error && <ErrorWords error={send.error} />}
    >
      {asked && <Why asked={asked} order={order} commissionerIndex={commissionerIndex} onCommissioner={choose} />}
    </Dialog>
  )
}

function confirmWords(asked: Asked): ReactNode {
  if (asked === 'cancel') return <FormattedMessage id="shop-orders.do.cancelled" />
  if (asked === 'activatePrepay') return <FormattedMessage id="shop-orders.do.activatePrepay" />
  if (asked === 'releaseOrder') return <FormattedMessage id="shop-orders.ask.release.action" />
  return <FormattedMessage id="shop-orders.ask.send.action" />
}

function Question({ asked, order }: { asked: Asked; order: OrderDetail }) {
  const money = useMoney()
  if (asked === 'cancel') return <FormattedMessage id="shop-orders.ask.cancel" />
  if (asked === 'releaseOrder') return <FormattedMessage id="shop-orders.ask.release" />
  if (asked === 'activatePrepay') {
    return (
      <FormattedMessage id="shop-orders.ask.activatePrepay" values={{ amount: money(order.due, order.currency) }} />
    )
  }
  return <FormattedMessage id="shop-orders.ask.send" values={{ email: order.email }} />
}

function Why({
  asked,
  order,
  commissionerIndex,
  onCommissioner,
}: {
  asked: Asked
  order: OrderDetail
  commissionerIndex: number
  onCommissioner: (index: number) => void
}) {
  if (asked === 'cancel') return <FormattedMessage id="shop-orders.ask.cancel.why" />
  if (asked === 'activatePrepay') {
    return <FormattedMessage id="shop-orders.ask.activatePrepay.why" values={{ email: order.email }} />
  }
  if (asked === 'resendCodes') return <FormattedMessage id="shop-orders.do.resendCodes" />
  if (asked !== 'releaseOrder') return <FormattedMessage id={`shop-orders.do.${asked}`} />
  if (order.commissioners.length === 0) return <FormattedMessage id="shop-orders.ask.release.none" />
  return (
    <Select
      label={<FormattedMessage id="shop-orders.ask.release.who" />}
      value={String(commissionerIndex)}
      onChange={({ target }) => onCommissioner(Number(target.value))}
      options={order.commissioners.map((label, index) => ({ value: String(index), label }))}
    />
  )
}
