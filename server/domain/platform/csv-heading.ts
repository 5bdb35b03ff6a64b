export type Quantity = 'weight' | 'temperature' | 'humidity'
export type WeightUnit = 'kg' | 'g' | 'lb'
export type TemperatureUnit = 'C' | 'F'

const words: [Quantity, RegExp][] = [
  ['humidity', /feucht|humid|humed|luftf|hygro|\bhum\b|\brh\b|%/i],
  ['temperature', /temp|°\s*[cf]\b|celsius|fahrenheit/i],
  ['weight', /gewicht|weight|poids|peso|masse|\bkg\b|\bg\b|\blbs?\b/i],
]
/** Names of a scale, which may also head its number. */
const scaleWords: typeof words = [['weight', /waage|scale|balance|b[aá]scula/i]]
/** What is not a reading: numbers of things, and figures of several readings. */
const otherWords =
  /\b(nr|no|num|id|oz)\b|n[°º]|#|min|max|mean|avg|average|mitt|moyen|medi[ao]|lowest|highest|tiefst|höchst|mínim|máxim/i

/** Guesses the quantity of each column by the words of its heading; the only column of numbers is a weight. */
export function guessQuantities(headings: readonly string[], isNumeric: readonly boolean[]): (Quantity | null)[] {
  const guess = (heading: string, at: number, patterns: typeof words): Quantity | null =>
    isNumeric[at] && !otherWords.test(heading)
      ? (patterns.find(([, pattern]) => pattern.test(heading))?.[0] ?? null)
      : null
  const quantities = headings.map((heading, at) => guess(heading, at, words))
  const only = isNumeric.indexOf(true)
  if (only >= 0 && only === isNumeric.lastIndexOf(true)) return quantities.with(only, quantities[only] ?? 'weight')
  if (quantities.includes('weight')) return quantities
  return headings.map((heading, at) => quantities[at] ?? guess(heading, at, scaleWords))
}

/** The names of the columns: the fullest of the rows above the readings, the first in case of a tie. */
export function namesIn(head: readonly string[][]): string[] {
  const filled = (row: readonly string[]) => row.filter((cell) => cell !== '').length
  const [names = []] = withoutComments(head).toSorted((a, b) => filled(b) - filled(a))
  return names
}

/** Everything that stands above each column. */
export function headingsOf(head: readonly string[][], width: number): string[] {
  const rows = withoutComments(head)
  return Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? '').join(' '))
}

function withoutComments(head: readonly string[][]): readonly string[][] {
  const others = head.filter(([cell = '']) => !/^#\s*\S/.test(cell))
  return others.length > 0 ? others : head
}

/** The unit that a heading names, as `(lbs)` or `weight_g`; undefined if it names none. */
export function weightUnitIn(heading: string): WeightUnit | undefined {
  const [, unit = ''] = /(?:^|[^a-z])(kg|lbs?|pounds?)(?![a-z])/i.exec(heading) ?? []
  if (unit) return /^k/i.test(unit) ? 'kg' : 'lb'
  return /[^A-Za-z]g(?![A-Za-z])/.test(heading) ? 'g' : undefined
}

export function temperatureUnitIn(heading: string): TemperatureUnit | undefined {
  const [, unit] = /(?:[°º]\s*|(?:^|[^a-z]))(C|celsius|F|fahrenheit)(?![a-z])/i.exec(heading) ?? []
  if (!unit) return undefined
  return /^f/i.test(unit) ? 'F' : 'C'
}

/** The time zone that a heading names, as `Time (Europe/Zurich)` or `Date Time, GMT+02:00`; undefined if it names none. */
export function zoneIn(heading: string): string | undefined {
  const [, region] = /\b([A-Z][A-Za-z]+\/[A-Z][A-Za-z_/-]+[a-z])\b/.exec(heading) ?? []
  if (region) return region
  const [named, sign, hours = ''] = /\b(?:GMT|UTC)(?:\s*([+−-])\s*(\d{1,2})(?![\d])(?!:?[1-9]))?/.exec(heading) ?? []
  if (!named || (!sign && /[+−-]/.test(heading.slice(heading.indexOf(named) + named.length)))) return undefined
  // the names of these zones have the opposite sign
  return Number(hours) === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
}

const hiveWords = /hive|colony|colonie|scale|waage|volk|völker|beute|stock|ruche|balance|colmena|b[aá]scula/i
const deviceWords =
  /sensor|device|entity|node|station|logger|transmitter|sender|gerät|channel|kanal|capteur|appareil|[ée]metteur|canal|dispositivo|transmisor|serial|imei|eui|^_(field|measurement)$|^(sheet|blatt|feuille|hoja)$|(^|[^\p{L}])(name|nom|nombre|id)($|[^\p{L}])/iu
/** What devices and sensors say of themselves from row to row. */
const stateWords =
  /(^|[^\p{L}])(status|state|version|firmware|signal|rssi)($|[^\p{L}])|zustand|état|estado|error|fehler|erreur|batter|akku|time|zeit|datum|date(?!n)/iu

/** How likely the cells below a heading say whose the rows are: 2 if it is about hives, 1 if about devices, 0 if neither. */
export function namingRankOf(heading: string): 0 | 1 | 2 {
  if (stateWords.test(heading)) return 0
  return hiveWords.test(heading) ? 2 : deviceWords.test(heading) ? 1 : 0
}
