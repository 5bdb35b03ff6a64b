import type { DashboardController } from '#domain/insight/dashboard.ts'

/** Returns the mutes in effect at `now` (epoch ms): data cached on this device may include some that have ended. */
export const mutesAt = ({ mutes }: Pick<DashboardController, 'mutes'>, now: number): DashboardController['mutes'] =>
  mutes.filter(({ enddate }) => enddate === null || Date.parse(enddate) > now)
