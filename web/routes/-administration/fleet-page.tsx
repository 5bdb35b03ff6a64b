import { useInfiniteQuery } from '@tanstack/react-query'
import { FleetScreen } from '../../features/operations/fleet/fleet-screen.tsx'
import { ordersQuery } from '../../features/shop/orders/order-queries.ts'
import type { OrderSearch } from '../../features/shop/orders/order-search.ts'

const ASK_AGAIN_MS = 60_000

/** What an administrator has to do, in the fleet and in the shop. */
export function FleetPage() {
  const stuck = useInfiniteQuery(counted({ attention: true }))
  const toSend = useInfiniteQuery(counted({ state: 'open', paid: true }))
  return (
    <FleetScreen
      orders={{ stuck: stuck.data?.pages[0]?.totals?.count, toSend: toSend.data?.pages[0]?.totals?.count }}
      problem={stuck.error ?? toSend.error}
    />
  )
}

const counted = (search: OrderSearch) => ({ ...ordersQuery(search), refetchInterval: ASK_AGAIN_MS })
