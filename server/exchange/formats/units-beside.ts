import { inWords, meaningOf, type Quantity, unitWritten } from '../../hives/unknown-fields/known-fields.ts'

/**
 * The units that a document says beside its values, as they are written: `own` for a field of that name (`hive_2_weight_unit`), `of` for a
 * quantity (Tasmota's `TempUnit`, which holds for everything below it), `shared` for all fields of one object (`unit`).
 */
export type UnitsBeside = {
  own: ReadonlyMap<string, string>
  of: ReadonlyMap<Quantity, string>
  shared: string | undefined
}
export const noUnits: UnitsBeside = { own: new Map(), of: new Map(), shared: undefined }

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

const shortly: Record<string, string> = {
  ...{ gram: 'g', grams: 'g', gramm: 'g', gramme: 'g', grammes: 'g', gramos: 'g' },
  ...{ kilogram: 'kg', kilograms: 'kg', kilogramm: 'kg', kilogrammes: 'kg', kilogramos: 'kg', kilos: 'kg' },
  ...{
    pound: 'lb',
    pounds: 'lb',
    celsius: 'C',
    degc: 'C',
    fahrenheit: 'F',
    degf: 'F',
    percent: '%',
    volts: 'V',
    volt: 'V',
  },
}

/** Adds the units that the fields of one object name to those that hold for it already. */
export function unitsIn(fields: Record<string, unknown>, above: UnitsBeside): UnitsBeside {
  const own = new Map<string, string>()
  const of = new Map<Quantity, string>()
  let shared: string | undefined
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || own.size + of.size >= UNITS_READ) continue
    const words = inWords(name)
    const unit = shortUnit(value)
    const [, behind, before] = UNIT_NAME.exec(words) ?? []
    const meant = behind ?? before
    if (SHARED_NAMES.has(words)) shared = unit
    else if (meant !== undefined && UNIT.test(unit)) {
      own.set(meant, unit)
      const meaning = meaningOf(meant)
      if (meaning && !meaning.isNumbered) of.set(meaning.quantity, unit)
    }
  }
  if (fields[DRAGINO_MODE] === 'Weight' && Number(fields.Weight) >= DRAGINO_LOWEST_GRAMS) of.set('weight', 'g')
  if (own.size + of.size === 0 && shared === above.shared) return above
  return { own, of: of.size === 0 ? above.of : new Map([...above.of, ...of]), shared }
}

/**
 * The unit that stands beside a field, if its name says none. Weights and temperatures take an unknown one, too, so that the check refuses
 * them, but not if all fields of the object share it. Undefined if there is none.
 */
export function unitBeside(name: string, quantity: Quantity, { own, of, shared }: UnitsBeside): string | undefined {
  const words = inWords(name)
  if (SAYS_UNIT.test(words)) return undefined
  const said = own.get(words) ?? of.get(quantity)
  const isWatched = quantity === 'weight' || quantity === 'temperature'
  if (said !== undefined) return isWatched || unitWritten(quantity, said) !== undefined ? said : undefined
  return isWatched && shared !== undefined && unitWritten(quantity, shared) !== undefined ? shared : undefined
}

/** As it would be written after a number. */
const shortUnit = (unit: string): string => {
  const word = unit.replace(/[°º]/g, '').trim()
  const known = word.toLowerCase().replace(/\.$/, '')
  return Object.hasOwn(shortly, known) ? shortly[known]! : word
}
