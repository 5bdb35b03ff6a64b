import { useInfiniteQuery } from '@tanstack/react-query'
import {
  BatteryLow,
  BellRing,
  ClockAlert,
  Hourglass,
  ListChecks,
  type LucideIcon,
  PackageOpen,
  PackageX,
  RadioTower,
  Server,
  ThermometerSun,
  Truck,
} from 'lucide-react'
import type { Fleet } from '#domain/operations/fleet.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { SectionLink } from '../../../ui/navigation/navigation-links.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { type OrderCounts, openTasks, type TaskKind } from './open-tasks.ts'
import { setAsideQuery } from './set-aside-queries.ts'

const icons: Record<TaskKind, LucideIcon> = {
  troubles: Server,
  setAside: PackageOpen,
  ordersStuck: PackageX,
  ordersToSend: Truck,
  silent: RadioTower,
  batteries: BatteryLow,
  clockAhead: ClockAlert,
  faulty: ThermometerSun,
  throttled: Hourglass,
  deliveries: BellRing,
  jobs: ListChecks,
}

/** Where to act on a kind of task: orders have lists of their own; the rest is further down the page, anchored by its kind. */
function targetOf(kind: TaskKind) {
  if (kind === 'ordersStuck') return { to: '/shop/admin', search: { attention: true } } as const
  if (kind === 'ordersToSend') return { to: '/shop/admin', search: { state: 'open', paid: true } } as const
  return { to: '/a/fleet', hash: kind } as const
}

/** Everything waiting for an administrator, each line with a link to where to act; or that nothing is. */
export function TasksCard({
  fleet,
  orders,
  problem,
}: {
  fleet: Fleet
  orders: OrderCounts
  /** Why orders could not be counted. */
  problem: Error | null
}) {
  const intl = useIntl()
  const setAsides = useInfiniteQuery(setAsideQuery)
  const setAside = setAsides.data?.pages[0]?.count
  const tasks = openTasks(fleet, { setAside, orders })
  const known = [setAside, orders.stuck, orders.toSend].every((count) => count !== undefined)
  return (
    <Card
      title={
        tasks.length > 0 || known ? (
          <FormattedMessage id="administration-fleet.tasks" values={{ count: tasks.length }} />
        ) : (
          <FormattedMessage id="administration-fleet.tasks.reading" />
        )
      }
      meta={
        <FormattedMessage id="administration-fleet.inUse" values={{ owned: fleet.owned, unowned: fleet.unowned }} />
      }
    >
      <Stack gap={2}>
        {problem && <Banner tone="alarm" title={<ErrorWords error={problem} />} />}
        {tasks.length === 0 && known && (
          <Text tone="neutral">
            <FormattedMessage id="administration-fleet.tasks.none" />
          </Text>
        )}
        {tasks.length > 0 && (
          <nav aria-label={intl.formatMessage({ id: 'administration-fleet.title' })}>
            {tasks.map(({ kind, count }) => (
              <SectionLink key={kind} icon={icons[kind]} {...targetOf(kind)}>
                <FormattedMessage id={`administration-fleet.task.${kind}`} values={{ count }} />
              </SectionLink>
            ))}
          </nav>
        )}
      </Stack>
    </Card>
  )
}
