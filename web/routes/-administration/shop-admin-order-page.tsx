import { useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { OrderScreen } from '../../features/shop/orders/order-screen.tsx'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'

export function ShopAdminOrderPage() {
  const { orderId } = useParams({ from: '/shop/admin/orders/$orderId' })
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
