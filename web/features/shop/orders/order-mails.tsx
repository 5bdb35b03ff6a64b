import { Check, Send } from 'lucide-react'
import { useState } from 'react'
import type { OrderDetail, OrderMail } from '#domain/shop/order-administration.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import type { MailingToSend, OrderChangesOf } from './use-order-changes.tsx'

const mailings = {
  confirmation: { mailing: 'resendConfirmation' },
  codes: { mailing: 'resendConfirmation', sendTemplate: 'codes' },
  offer: { mailing: 'sendOffer' },
  invoice: { mailing: 'sendInvoice' },
  advance: { mailing: 'requestAdvance' },
  release: { mailing: 'releaseOrder' },
} as const satisfies Record<OrderMail['template'], MailingToSend>

type Props = { order: OrderDetail; changes: OrderChangesOf }

/** The mails being sent, and those that did not arrive: why, and what to do. */
export function OrderMails({ order, changes }: Props) {
  const [again, sendAgain] = useState<OrderMail>()
  return (
    <>
      {order.mails.map((mail) =>
        mail.state === 'due' ? (
          <OnItsWay key={mail.id} mail={mail} order={order} />
        ) : (
          <Failed
            key={mail.id}
            mail={mail}
            order={order}
            onAgain={() => sendAgain(mail)}
            onAttended={() => changes.edit.mutate({ attended: mail.id })}
          />
        ),
      )}
      {again && <SendAgain mail={again} order={order} changes={changes} onClose={() => sendAgain(undefined)} />}
    </>
  )
}

function useMailWords({ template, to }: OrderMail, order: OrderDetail) {
  const intl = useIntl()
  const whom =
    to ?? (template === 'release' ? intl.formatMessage({ id: 'shop-orders.mails.commissioner' }) : order.email)
  return { mail: intl.formatMessage({ id: `shop-orders.mail.${template}` }), to: whom }
}

function OnItsWay({ mail, order }: { mail: OrderMail; order: OrderDetail }) {
  const values = useMailWords(mail, order)
  return (
    <Banner
      tone={mail.answer ? 'stale' : 'neutral'}
      title={<FormattedMessage id="shop-orders.mails.due" values={values} />}
    >
      {mail.answer && <FormattedMessage id="shop-orders.mails.waiting" values={{ answer: mail.answer }} />}
    </Banner>
  )
}

function Failed({
  mail,
  order,
  onAgain,
  onAttended,
}: {
  mail: OrderMail
  order: OrderDetail
  onAgain: () => void
  onAttended: () => void
}) {
  const values = useMailWords(mail, order)
  return (
    <Banner
      tone="alarm"
      title={<FormattedMessage id="shop-orders.mails.failed" values={values} />}
      actions={
        <>
          <Button icon={Send} onClick={onAgain}>
            <FormattedMessage id="shop-orders.mails.again" />
          </Button>
          <Button kind="quiet" icon={Check} onClick={onAttended}>
            <FormattedMessage id="shop-orders.mails.attended" />
          </Button>
        </>
      }
    >
      {mail.fault && <FormattedMessage id={`shop-orders.mails.fault.${mail.fault}`} />}{' '}
      {mail.answer && <FormattedMessage id="shop-orders.mails.answer" values={{ answer: mail.answer }} />}
    </Banner>
  )
}

/** Sends a mail again, to a corrected address if it goes to the customer. */
function SendAgain({ mail, order, changes: { send }, onClose }: Props & { mail: OrderMail; onClose: () => void }) {
  const [email, type] = useState(order.email)
  const words = useMailWords(mail, order)
  const isCustomers = mail.template !== 'release'
  const close = () => {
    send.reset()
    onClose()
  }
  const again = () =>
    send.mutate({ ...mailings[mail.template], ...(isCustomers ? { email: email.trim() } : {}) }, { onSuccess: close })
  return (
    <Dialog
      open
      onClose={close}
      title={words.mail}
      confirm={<FormattedMessage id="shop-orders.mails.again" />}
      onConfirm={again}
      busy={send.isPending}
      error={send.error && <ErrorWords error={send.error} />}
    >
      {isCustomers ? (
        <TextField
          type="email"
          value={email}
          onChange={({ target }) => type(target.value)}
          label={<FormattedMessage id="shop-orders.customer.email" />}
          hint={<FormattedMessage id="shop-orders.mails.email.hint" />}
        />
      ) : (
        <Text>{words.to}</Text>
      )}
    </Dialog>
  )
}
