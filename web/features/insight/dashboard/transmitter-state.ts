import type { DashboardController } from '#domain/insight/dashboard.ts'

const WEAK_DBM = -105

/** Whether reception is so weak that readings may be lost; received power in dBm. */
export const signalIsWeak = ({ signal }: Pick<DashboardController, 'signal'>): boolean =>
  signal !== null && signal < WEAK_DBM

/** Whether a battery alarm is open. */
export const batteryIsLow = ({ alarms }: Pick<DashboardController, 'alarms'>): boolean =>
  alarms.some(({ type, status }) => type === 'battery' && status === 'open')
