import { writtenUnits } from '../hives/unknown-field.ts'
import { FOREIGN_UNIT, shortUnit } from '../platform/unit-words.ts'
import { type JsonPath, lastName, valueAt } from './json-path.ts'

const UNIT_CHARACTERS = 20
/** A name that says its unit itself, such as `weight_kg`: what stands beside it is about something else. */
const SAYS_UNIT = /kgs?(_?\d+)?$|_(c|celsius)$/
const SHARED = new Set(['unit', 'units', 'unit_of_measurement'])
/** What a document may call the quantity whose unit it says for all below. */
const quantityNames: Record<string, readonly string[]> = { weight: ['weight'], temperature: ['temperature', 'temp'] }
const known: Record<string, Record<string, string>> = writtenUnits

/**
 * The unit that a document says beside the value at a path: for its name (`weight_unit`), for its quantity in an object around it (`TempUnit`), or
 * for everything (`unit`); `outer`: what was found further out. One that nothing is converted from is returned as well, unless all values share it.
 */
export function unitBeside(root: unknown, path: JsonPath, quantity: string, outer?: string): string | undefined {
  const segments = path.split('/')
  const name = inWords(lastName(path))
  if (SAYS_UNIT.test(name)) return undefined
  let found = outer
  for (let end = 1; end < segments.length; end++) {
    const around = valueAt(root, segments.slice(0, end).join('/'))
    if (typeof around !== 'object' || around === null || Array.isArray(around)) continue
    const own = end === segments.length - 1 ? [name] : []
    found = saidIn(around as Record<string, unknown>, own, quantity) ?? found
  }
  return found
}

function saidIn(around: Record<string, unknown>, own: readonly string[], quantity: string): string | undefined {
  const names = [...own, ...(quantityNames[quantity] ?? [])]
  const wanted = new Set(names.flatMap((name) => [`${name}_unit`, `${name}_units`, `unit_${name}`, `${name}unit`]))
  let [byName, shared] = [undefined as string | undefined, undefined as string | undefined]
  for (const name in around) {
    const value = around[name]
    if (typeof value !== 'string' || value.length > UNIT_CHARACTERS || name.length > UNIT_CHARACTERS * 2) continue
    const words = inWords(name)
    if (wanted.has(words)) byName ??= shortUnit(value)
    else if (SHARED.has(words) && (own.length > 0 || quantity in quantityNames)) shared ??= shortUnit(value)
  }
  const isMeant = (unit: string) => Object.hasOwn(known[quantity] ?? {}, unit.toLowerCase())
  if (byName !== undefined && (isMeant(byName) || FOREIGN_UNIT.test(byName))) return byName
  return shared !== undefined && isMeant(shared) ? shared : undefined
}

const inWords = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s.:-]+/g, '_')
    .toLowerCase()
