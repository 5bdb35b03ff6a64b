import { settingNames } from './config.ts'

/** Short names are close to variables of other programs: HOST to HOME, PORT to SORT. */
const CHECKED_FROM_CHARACTERS = 8
/** A name is also close if two of its letters are not as they should be, from this length on. */
const TWO_FROM_CHARACTERS = 12

const settings = settingNames
  .filter((name) => name.length >= CHECKED_FROM_CHARACTERS)
  .map((name) => ({ name, letters: lettersOf(name) }))
const known = new Set(settingNames)

/** The variables that are no settings but nearly have the name of one that is not set. */
export function misspelledSettings(environment: Record<string, string | undefined>): { name: string; meant: string }[] {
  const unset = settings.filter(({ name }) => !environment[name])
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name) || !environment[name]) return []
    const letters = lettersOf(name)
    const meant = unset.find((one) => isClose(letters, one.letters))
    return meant ? [{ name, meant: meant.name }] : []
  })
}

function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** Whether few letters are missing, too many, others, or in the wrong order. */
function isClose(said: string, meant: string): boolean {
  const allowed = meant.length >= TWO_FROM_CHARACTERS ? 2 : 1
  return Math.abs(said.length - meant.length) <= allowed && changesBetween(said, meant) <= allowed
}

/** The number of letters to add, drop, replace or swap with the next one (optimal string alignment). */
function changesBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + other, swapped))
    }
    before = last
    last = row
  }
  return last[b.length]!
}
