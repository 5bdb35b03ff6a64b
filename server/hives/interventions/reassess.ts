/** What people do at a hive is evidence for its alarms: whoever judges them hears of the times (epoch ms) at which it changed. */
export type Reassess = { reassess(scaleId: number, timesMs: readonly number[]): Promise<void> }
