const shortly: Record<string, string> = {
  ...{ gram: 'g', grams: 'g', gramm: 'g', gramme: 'g', grammes: 'g', gramos: 'g' },
  ...{ kilogram: 'kg', kilograms: 'kg', kilogramm: 'kg', kilogrammes: 'kg', kilogramos: 'kg', kilos: 'kg' },
  ...{
    pound: 'lb',
    pounds: 'lb',
    celsius: 'C',
    celcius: 'C',
    degc: 'C',
    fahrenheit: 'F',
    degf: 'F',
    percent: '%',
    volts: 'V',
    volt: 'V',
  },
}

/** Units that nothing here is converted from. */
export const FOREIGN_UNIT = /^(oz|ounces?|st|stones?|t|tons?|tonnes?|q|mg|n|newtons?|k|kelvin|m?v)$/i

/** The word of a unit, as it would be written after a number. */
export const shortUnit = (unit: string): string => {
  const word = unit.replace(/[°º]/g, '').trim()
  const known = word.toLowerCase().replace(/\.$/, '')
  return Object.hasOwn(shortly, known) ? shortly[known]! : word
}
