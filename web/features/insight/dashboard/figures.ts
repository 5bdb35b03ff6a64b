import type { DashboardScale } from '#domain/insight/dashboard.ts'

/** What each mode shows of a scale that has sent something. */
export type FiguresProps = { scale: DashboardScale; last: NonNullable<DashboardScale['last']> }
