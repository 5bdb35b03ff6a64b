import { DRAGINO, type HeardDevice } from './interval-payloads.ts'

/** Two AAA cells of a BEEP base, or one of lithium and thionyl chloride: full, they have 3 to 3.6 V. */
const LOW_MILLIVOLTS = 2700

/**
 * From which voltage (mV) down the battery of this device is to be replaced; null if its maker does not say. BEEP: beepsupport.freshdesk.com,
 * "Battery usage"; Dragino: docs.dragino.com, "How to calculate battery life of Dragino sensors".
 */
export const lowMillivoltsOf = ({ devEui, isBeepBase }: Pick<HeardDevice, 'devEui' | 'isBeepBase'>): number | null =>
  isBeepBase || devEui?.startsWith(DRAGINO) === true ? LOW_MILLIVOLTS : null
