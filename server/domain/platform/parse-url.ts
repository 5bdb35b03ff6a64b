/** A text as an address, against `base` where it is relative; undefined when it is none. `URL.parse` is younger than the oldest browsers. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
