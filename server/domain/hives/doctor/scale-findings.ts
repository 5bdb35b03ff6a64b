import { HOUR_SECONDS } from '../../platform/durations.ts'
import { ownQuantity } from '../own-quantity.ts'
import type { DeviceFacts } from './device-facts.ts'
import type { Finding, FindingCode } from './finding.ts'

/** Some scales weigh once a day and tell the temperature more often: a weight is missing only if a day was skipped. */
const SKIPPED_DAY_SECONDS = 49 * HOUR_SECONDS

/** Channels that are switched off, and those whose sensor is silent, or that lack what they are there for, although the transmitter sends. */
export function channelFindings(
  { scales }: Pick<DeviceFacts, 'scales'>,
  lastSeen: number,
  patienceSeconds: number,
): Finding[] {
  return scales.flatMap(({ id, name, channel, type, state, lastReading, lastMeasured }) => {
    const found = (code: FindingCode, confidence: number, more: Finding['values'] = {}): Finding[] => [
      { code, confidence, values: { name, channel, ...more }, scaleId: id, curve: 'time' in more ? 'weight' : null },
    ]
    const time = (last: number) => new Date(last * 1000).toISOString()
    if (state === 'deactivated') return found('channelOff', 1)
    if (state !== 'active') return []
    if (lastReading === null) return found('sensorNeverSent', 0.6)
    if (lastSeen - lastReading > patienceSeconds) return found('sensorSilent', 0.85, { time: time(lastReading) })
    const ownPatience = Math.max(patienceSeconds, SKIPPED_DAY_SECONDS)
    if (lastMeasured === null || lastSeen - lastMeasured <= ownPatience) return []
    return found('valueMissing', 0.85, { time: time(lastMeasured), quantity: ownQuantity[type] })
  })
}

/** Weights that jump about: a loose cable, a jammed platform or a broken load cell. */
export const unusableFindings = ({ scales }: Pick<DeviceFacts, 'scales'>): Finding[] =>
  scales
    .filter(({ state, unusableHours }) => state === 'active' && unusableHours > 0)
    .map(
      ({ id, name, channel, unusableHours: hours }): Finding => ({
        ...{ code: 'unusableReadings', confidence: 0.9, values: { name, channel, hours } },
        ...{ scaleId: id, curve: 'weight' },
      }),
    )
