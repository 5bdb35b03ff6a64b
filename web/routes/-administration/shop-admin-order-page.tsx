import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useScreenName } from '../../features/platform/navigation/document-title.tsx'
import { orderQuery } from '../../features/shop/orders/order-queries.ts'
import { OrderScreen } from '../../features/shop/orders/order-screen.tsx'
import { FormattedMessage, useIntl } from '../../i18n/intl.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'

export function ShopAdminOrderPage() {
  const { orderId } = useParams({ from: '/shop/admin/orders/$orderId' })
  const intl = useIntl()
  const { data: order } = useQuery(orderQuery(Number(orderId)))
  useScreenName(order && intl.formatMessage({ id: 'shop-orders.order' }, { key: order.key }))
  return (
    <Stack>
      <Row>
        <ButtonLink kind="quiet" icon={ArrowLeft} to="/shop/admin">
          <FormattedMessage id="shop-orders.back" />
        </ButtonLink>
      </Row>
      <OrderScreen key={orderId} id={Number(orderId)} />
    </Stack>
  )
}
