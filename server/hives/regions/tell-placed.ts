import type { Events } from '../../platform/runtime/events.ts'

/** Makes open screens reload these transmitters. */
export function tellPlaced(events: Events, controllerIds: readonly number[]): void {
  for (const controllerId of controllerIds) events.publish({ type: 'controller', controllerId, scaleIds: [] })
}
