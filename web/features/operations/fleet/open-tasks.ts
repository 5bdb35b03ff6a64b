import type { Fleet } from '#domain/operations/fleet.ts'

/** How many orders need attention, and how many are paid but not sent; `undefined` while unknown. */
export type OrderCounts = { stuck: number | undefined; toSend: number | undefined }

const taskKinds = [
  'troubles',
  'setAside',
  'ordersStuck',
  'ordersToSend',
  'silent',
  'batteries',
  'clockAhead',
  'faulty',
  'throttled',
  'deliveries',
  'jobs',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** Returns what needs to be done, most serious first, without kinds of which there is nothing. */
export function openTasks(
  fleet: Fleet,
  { setAside, orders }: { setAside: number | undefined; orders: OrderCounts },
): { kind: TaskKind; count: number }[] {
  const all: Record<TaskKind, number> = {
    troubles: fleet.troubles.open.length,
    setAside: setAside ?? 0,
    ordersStuck: orders.stuck ?? 0,
    ordersToSend: orders.toSend ?? 0,
    silent: fleet.silent.count,
    batteries: fleet.batteries.count,
    clockAhead: fleet.clockAhead.count,
    faulty: fleet.faulty.count,
    throttled: fleet.throttled.count,
    deliveries: fleet.deliveries.failed.reduce((sum, { count }) => sum + count, 0),
    jobs: fleet.jobs.length,
  }
  return taskKinds.map((kind) => ({ kind, count: all[kind] })).filter(({ count }) => count > 0)
}
