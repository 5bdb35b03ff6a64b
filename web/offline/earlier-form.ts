import type { Values } from '../ui/form/shown-forms.ts'

/** The place of a form, and the fields that it begins with. */
type Form = { path: string; fields: [name: string, value: string | boolean][] }

/**
 * Returns what was typed into a form of an earlier version of the app, under the names that its fields have now, or undefined if that was another form. A form
 * is the same if it is in the same place, and most of its fields are the same and begin with the same content; `earlier` and `id`: see `ShownForm`.
 */
export function typedEarlier(earlier: string, typed: Values, id: string): Values | undefined {
  const [before, now] = [formOf(earlier), formOf(id)]
  if (!before || before.path !== now?.path) return undefined
  const [known, left] = [new Map(now.fields), new Map(before.fields)]
  const isAsLong = before.fields.length === now.fields.length
  /** A field that got another name is still in its place. */
  const nameNow = (name: string, at: number): string | undefined => {
    if (known.has(name)) return name
    const inPlace = now.fields[at]?.[0]
    return isAsLong && inPlace !== undefined && !left.has(inPlace) ? inPlace : undefined
  }
  const names = new Map(before.fields.flatMap(([name], at) => [[name, nameNow(name, at)] as const]))
  const same = [...left].filter(([name]) => names.get(name) !== undefined)
  const isSame = same.every(([name, value]) => known.get(names.get(name)!) === value)
  if (!isSame || same.length * 2 <= Math.max(left.size, known.size)) return undefined
  if (same.every(([name, value]) => typed[name] === value)) return undefined
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => {
      const later = names.has(name) ? names.get(name) : name
      return later === undefined ? [] : [[later, value]]
    }),
  )
}

/** Reads the id of a form without a name; forms with one are recognized by it. */
function formOf(id: string): Form | undefined {
  const space = id.indexOf(' ')
  try {
    return { path: id.slice(0, space), fields: Object.entries(JSON.parse(id.slice(space + 1)) as Values) }
  } catch {
    return undefined
  }
}
