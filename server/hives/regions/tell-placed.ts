import type { Events } from '../../platform/runtime/events.ts'

/** Open screens read these transmitters anew. */
export function tellPlaced(events: Events, controllerIds: readonly number[]): void {
  for (const controllerId of controllerIds) events.publish({ type: 'controller', controllerId, scaleIds: [] })
}
