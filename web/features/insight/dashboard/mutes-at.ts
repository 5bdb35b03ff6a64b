import type { DashboardController } from '#domain/insight/dashboard.ts'

/** The mutes that hold at `now` (epoch ms): what is kept on this device may be older than the end of one. */
export const mutesAt = ({ mutes }: Pick<DashboardController, 'mutes'>, now: number): DashboardController['mutes'] =>
  mutes.filter(({ enddate }) => enddate === null || Date.parse(enddate) > now)
