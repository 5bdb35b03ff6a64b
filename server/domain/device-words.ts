const systems = [
  ['iPad', /iPad/],
  ['iPhone', /iPhone|iPod/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
] as const

const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\/|Chromium\//],
  ['Safari', /Safari\//],
] as const

/** What a `User-Agent` header says in words that tell devices apart, as `Firefox · Android`; undefined where it says nothing. */
export function deviceWords(userAgent: string | undefined): string | undefined {
  const named = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  const words = [named(browsers), named(systems)].filter((word) => word !== undefined)
  return words.length === 0 ? undefined : words.join(' · ')
}
