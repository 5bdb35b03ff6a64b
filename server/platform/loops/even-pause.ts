import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 1500

/**
 * Waits until a whole number of steps has passed since `begunMs` (of `performance.now()`), so that the time reveals nothing about whether a name
 * exists or leads to a forbidden network.
 */
export async function evenPause(begunMs: number, stepMs = STEP_MS): Promise<void> {
  const passed = performance.now() - begunMs
  await pause(Math.max(1, Math.ceil(passed / stepMs)) * stepMs - passed)
}
