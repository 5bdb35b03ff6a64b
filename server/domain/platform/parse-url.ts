/** Parses a text as a URL, relative to `base` if given; undefined if it is not one. The oldest supported browsers lack `URL.parse`. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
