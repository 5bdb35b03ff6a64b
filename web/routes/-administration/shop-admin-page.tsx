import { Outlet, useLocation } from '@tanstack/react-router'
import { Calculator, ShieldX, ShoppingBag, SlidersHorizontal } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { user } from '../../features/people/session/session-state.ts'
import { FormattedMessage, useIntl } from '../../i18n/intl.tsx'
import { Page } from '../../ui/layout/layout.tsx'
import { TabLink } from '../../ui/navigation/navigation-links.ts'
import { TabLinks } from '../../ui/navigation/tabs.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'

/** The tabs of the shop's administration around the open one. */
export function ShopAdminPage() {
  const intl = useIntl()
  const { admin } = useSnapshot(user)
  const inOrder = useLocation({ select: ({ pathname }) => pathname.startsWith('/shop/admin/orders/') })
  const label = intl.formatMessage({ id: 'shop-orders.title' })
  if (!admin) return <NotAllowed title={label} />
  return (
    <Page title={label}>
      <TabLinks label={label}>
        <TabLink
          to="/shop/admin"
          icon={ShoppingBag}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={inOrder ? 'page' : undefined}
        >
          <FormattedMessage id="shop-orders.tab.orders" />
        </TabLink>
        <TabLink to="/shop/admin/config" icon={SlidersHorizontal}>
          <FormattedMessage id="shop-orders.tab.config" />
        </TabLink>
        <TabLink to="/shop/admin/accounting" icon={Calculator}>
          <FormattedMessage id="shop-orders.tab.accounting" />
        </TabLink>
      </TabLinks>
      <Outlet />
    </Page>
  )
}

const NotAllowed = ({ title }: { title: string }) => (
  <Page title={title} width="reading">
    <EmptyState
      icon={ShieldX}
      title={<FormattedMessage id="shop-orders.forbidden.title" />}
      next={<FormattedMessage id="shop-orders.forbidden.next" />}
    />
  </Page>
)
