/** Interventions at a hive are evidence for its alarms: whoever judges alarms is told the times (epoch ms) at which that evidence changed. */
export type Reassess = { reassess(scaleId: number, timesMs: readonly number[]): Promise<void> }
