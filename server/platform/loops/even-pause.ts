import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 1500

/**
 * Waits until whole steps have passed since `begunMs` (of `performance.now()`): how long a name took to be found, or not, or to
 * lead to a network that is not asked, tells nothing then.
 */
export async function evenPause(begunMs: number, stepMs = STEP_MS): Promise<void> {
  const passed = performance.now() - begunMs
  await pause(Math.max(1, Math.ceil(passed / stepMs)) * stepMs - passed)
}
