import { useNavigate, useSearch } from '@tanstack/react-router'
import { OrdersScreen } from '../../features/shop/orders/orders-screen.tsx'

export function ShopAdminOrdersPage() {
  const search = useSearch({ from: '/shop/admin/' })
  const navigate = useNavigate({ from: '/shop/admin/' })
  return (
    <OrdersScreen
      search={search}
      onSearch={(changes) =>
        void navigate({ to: '/shop/admin', search: (before) => ({ ...before, ...changes }), replace: true })
      }
    />
  )
}
