import type { KeyReason } from './key-budgets.ts'

/** How many requests of a transmitter were told to wait in the hour that begins at `from` (epoch ms), and for what. */
export type ThrottledHourTable = { controller_id: number; from: number; reason: KeyReason; requests: number }
