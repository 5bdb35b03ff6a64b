import { useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { OrderScreen } from '../features/shop/orders/order-screen.tsx'
import { Row, Stack } from '../ui/layout.tsx'
import { ButtonLink } from '../ui/links.ts'

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
