import type { DashboardController, DashboardScale } from '#domain/insight/dashboard.ts'

const nearness: Record<DashboardController['access'], number> = { own: 0, watched: 1, affiliated: 2, administered: 3 }

/** Returns one's own transmitters, then watched ones, each by name in numeric order: 2 before 10. */
export function inOrder(controllers: readonly DashboardController[], locale: string): DashboardController[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return controllers.toSorted((a, b) => nearness[a.access] - nearness[b.access] || compare(a.name, b.name))
}

/** Returns the scales that a card shows, by channel, without hidden or archived ones. */
export const shownScales = ({ scales }: Pick<DashboardController, 'scales'>): DashboardScale[] =>
  scales
    .filter(({ visible, state }) => visible && (state === 'active' || state === 'empty'))
    .toSorted((a, b) => a.channel - b.channel)
