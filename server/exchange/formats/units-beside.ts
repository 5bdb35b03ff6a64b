import { FOREIGN_UNIT, shortUnit } from '#domain/platform/unit-words.ts'
import { inWords, meaningOf, type Quantity, unitWritten } from '../../hives/unknown-fields/known-fields.ts'

/**
 * The units that a document says beside its values, as they are written: `own` for a field of that name (`hive_2_weight_unit`), `of` for a
 * quantity (Tasmota's `TempUnit`), `shared` for all fields (`unit`); the last two hold for everything below, too. `ofValue`: what stands beside a
 * field that is only called `value`.
 */
export type UnitsBeside = {
  own: ReadonlyMap<string, string>
  of: ReadonlyMap<Quantity, string>
  shared: string | undefined
  ofValue: string | undefined
}
export const noUnits: UnitsBeside = { own: new Map(), of: new Map(), shared: undefined, ofValue: undefined }

const UNIT_NAME = /^(?:units?_(?:of_)?(\w+)|(\w+?)_?units?)$/
const SHARED_NAMES = new Set(['unit', 'units', 'unit_of_measurement'])
/** A name that says its unit itself, such as `weight_kg`: what stands beside it is about something else. */
const SAYS_UNIT = /kgs?(_?\d+)?$|_(c|celsius)$/
/** Neither a number nor a sentence. */
const UNIT = /^[^\d\s]{1,12}\.?$/
/** A document names a handful. */
const UNITS_READ = 20
/** Dragino's mode for an HX711 on an LSN50 or SN50 (AT+MOD=5): the weight is in grams. */
const DRAGINO_MODE = 'Work_mode'
/** Its former decoder reads 16 bits with a sign: what weighs more than 32.767 kg comes out below zero, and is not a weight. */
const DRAGINO_LOWEST_GRAMS = -1000

/** Adds the units that the fields of one object name to those that hold for it already. */
export function unitsIn(fields: Record<string, unknown>, above: UnitsBeside): UnitsBeside {
  const own = new Map<string, string>()
  const of = new Map<Quantity, string>()
  let ofValue: string | undefined
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || own.size + of.size >= UNITS_READ) continue
    const words = inWords(name)
    const unit = shortUnit(value)
    const [, behind, before] = UNIT_NAME.exec(words) ?? []
    const meant = behind ?? before
    if (SHARED_NAMES.has(words)) ofValue = unit
    else if (meant !== undefined && UNIT.test(unit)) {
      own.set(meant, unit)
      const meaning = meaningOf(meant)
      if (meaning && !meaning.isNumbered) of.set(meaning.quantity, unit)
    }
  }
  if (fields[DRAGINO_MODE] === 'Weight' && Number(fields.Weight) >= DRAGINO_LOWEST_GRAMS) of.set('weight', 'g')
  if (own.size + of.size === 0 && ofValue === above.ofValue) return above
  return { own, of: of.size === 0 ? above.of : new Map([...above.of, ...of]), shared: ofValue ?? above.shared, ofValue }
}

/**
 * The unit that stands beside a field, if its name says none; undefined if there is none that the field can have. One that it cannot be
 * converted from is returned as well, so that the check refuses the value, but not if all fields share it.
 */
export function unitBeside(name: string, quantity: Quantity, { own, of, shared }: UnitsBeside): string | undefined {
  const words = inWords(name)
  if (SAYS_UNIT.test(words)) return undefined
  const isMeant = (unit: string) => unitWritten(quantity, unit) !== undefined
  const said = own.get(words) ?? of.get(quantity)
  if (said !== undefined) return isMeant(said) || FOREIGN_UNIT.test(said) ? said : undefined
  if (shared === undefined || (quantity !== 'weight' && quantity !== 'temperature')) return undefined
  if (/^imperial$/i.test(shared)) return quantity === 'weight' ? 'lb' : 'F'
  return isMeant(shared) ? shared : undefined
}
