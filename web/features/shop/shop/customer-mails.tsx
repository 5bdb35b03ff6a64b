import { FileText } from 'lucide-react'
import type { OrderStatus } from '#domain/shop/order.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { paperAddress } from './shop-queries.ts'

/** What became of the mails about an order; whatever could not be mailed can be found here. A cancelled order has no mail or bill to wait for. */
export function CustomerMails({
  order: { key, state, mail, papers, codes, paymentMethod, due },
}: {
  order: OrderStatus
}) {
  if (mail === 'none' || state === 'cancelled') return null
  if (mail === 'due' || mail === 'sent') {
    return (
      <Text>
        <FormattedMessage id={`shop-wizard.mail.${mail}`} />
      </Text>
    )
  }
  const isBilled = paymentMethod === 'prepayment' && due > 0
  return (
    <>
      <Banner tone="stale" title={<FormattedMessage id={`shop-wizard.mail.${mail}`} />}>
        <FormattedMessage id={`shop-wizard.mail.${mail}.next`} />
      </Banner>
      {papers.length > 0 && (
        <Row>
          {papers.map((kind) => (
            <ButtonAnchor key={kind} icon={FileText} href={paperAddress(key, kind)} target="_blank" rel="noopener">
              <FormattedMessage
                id={
                  kind === 'confirmation' && isBilled
                    ? 'shop-wizard.paper.confirmation.bill'
                    : `shop-wizard.paper.${kind}`
                }
              />
            </ButtonAnchor>
          ))}
        </Row>
      )}
      {codes.length > 0 && (
        <TextArea
          label={<FormattedMessage id="shop-wizard.codes" />}
          value={codes.join('\n')}
          rows={codes.length}
          readOnly
          onFocus={({ target }) => target.select()}
        />
      )}
    </>
  )
}
