import { CHANNELS_PER_CONTROLLER } from '#domain/hives/controller.ts'
import { senderIn } from './sender-name.ts'
import { noUnits, type UnitsBeside, unitsIn } from './units-beside.ts'

const FIELDS_READ = 300
const DEPTH = 3

/** A value with the names that lead to it, the units beside it, and the device that it is said to be of. */
export type FlatField = { path: string[]; value: unknown; units: UnitsBeside; sender: string | undefined }

/**
 * Yields all values with the names that lead to them; elements of a short list by their position. Anything nested too deeply, or any other
 * list, is yielded as one value, and so is the first field beyond the limit. `isOfSeveral`: whether to look for devices.
 */
export function* flat(
  fields: Record<string, unknown>,
  isOfSeveral: boolean,
  above: readonly string[] = [],
  left = { count: FIELDS_READ },
  unitsAbove = noUnits,
  senderAbove?: string,
): Generator<FlatField> {
  const units = unitsIn(fields, unitsAbove)
  const sender = isOfSeveral ? senderIn(fields, above, senderAbove) : undefined
  for (const [name, value] of Object.entries(fields)) {
    const path = [...above, name]
    if (left.count-- <= 0) {
      if (left.count === -1) yield { path: [path.join('_')], value: {}, units, sender }
      return
    }
    if (value === null || value === undefined) continue
    if (typeof value === 'string' && value.trim() === '') continue
    const isRead = typeof value === 'object' && path.length < DEPTH && (!Array.isArray(value) || isShort(value))
    if (isRead) yield* flat(value as Record<string, unknown>, isOfSeveral, path, left, units, sender)
    else yield { path, value, units, sender }
  }
}

const isShort = (list: readonly unknown[]): boolean =>
  list.length <= CHANNELS_PER_CONTROLLER && list.every((value) => typeof value !== 'object')
