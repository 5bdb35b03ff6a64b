import type { AlarmReason } from './alarm.ts'

/** In the stored reasons of an alarm about several scales of a transmitter; a name in them cannot contain it, as its quotes are escaped. */
export const ABOUT_SCALES = '"code":"scalesNoData"'

/** Returns the scales that an alarm without a scale is about: several of one transmitter that measure nothing; none if it is about the transmitter. */
export function stoppedScales([first]: readonly AlarmReason[]): number[] {
  if (first?.code !== 'scalesNoData') return []
  return String(first.values?.scales ?? '')
    .split(' ')
    .map(Number)
}
