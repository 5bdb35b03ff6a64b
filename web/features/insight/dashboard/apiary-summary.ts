import type { DashboardController } from '#domain/insight/dashboard.ts'

export type SignalStrength = 'good' | 'fair' | 'weak'

const GOOD_DBM = -85
const FAIR_DBM = -100

/** How well a transmitter is received, in words; received power in dBm. */
export function signalStrength(dbm: number): SignalStrength {
  if (dbm >= GOOD_DBM) return 'good'
  return dbm >= FAIR_DBM ? 'fair' : 'weak'
}

/** Whether an alarm about its battery goes on. */
export const batteryIsLow = ({ alarms }: Pick<DashboardController, 'alarms'>): boolean =>
  alarms.some(({ type, status }) => type === 'battery' && status === 'open')

const urgency = { expired: 0, expiring: 1, active: 2 } as const

/** Of each matter the transmitter that needs care first; undefined where none says anything. */
export type ApiarySummary = {
  weakestBattery: DashboardController | undefined
  weakestSignal: DashboardController | undefined
  firstToExpire: (DashboardController & { subscriptionState: keyof typeof urgency }) | undefined
}

/** What the header line says of one's own transmitters; of the watched ones where there is no own. */
export function summarizeApiary(controllers: readonly DashboardController[]): ApiarySummary {
  const own = controllers.filter(({ access }) => access === 'own')
  const meant = own.length > 0 ? own : controllers
  return {
    weakestBattery: least(meant, ({ battery }) => battery),
    weakestSignal: least(meant, ({ signal }) => signal),
    firstToExpire: meant
      .flatMap((one) => (one.subscriptionState === 'off' ? [] : [{ ...one, subscriptionState: one.subscriptionState }]))
      .toSorted(
        (a, b) =>
          urgency[a.subscriptionState] - urgency[b.subscriptionState] ||
          Date.parse(a.subscriptionEnd ?? '') - Date.parse(b.subscriptionEnd ?? ''),
      )[0],
  }
}

function least(
  controllers: readonly DashboardController[],
  measure: (controller: DashboardController) => number | null,
): DashboardController | undefined {
  let found: DashboardController | undefined
  for (const one of controllers) {
    const value = measure(one)
    if (value !== null && (!found || value < measure(found)!)) found = one
  }
  return found
}
