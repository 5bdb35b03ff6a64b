import type { Controller } from '#domain/controller.ts'
import type { ControllerChanges } from './controller-queries.ts'

/** Those of the wanted settings that a transmitter does not have yet; undefined where it has them all. */
export function changesOf(controller: Controller, wanted: ControllerChanges): ControllerChanges | undefined {
  const entries = Object.entries(wanted).filter(([field, value]) => {
    const has = controller[field as keyof ControllerChanges]
    return JSON.stringify(has) !== JSON.stringify(value)
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
