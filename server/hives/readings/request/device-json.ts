/** A string, closed or not, or what `printf` and Python's `json` write for a value that is not a number. */
const TEXT_OR_NO_NUMBER = /"(?:[^"\\]|\\.)*"?|[-+]?\b(?:nan|inf(?:inity)?)\b/gis

/**
 * Parses the JSON that a device wrote. Firmware ends its buffers with a NUL, and an unplugged sensor is often `nan`: that becomes a
 * string, so that this value is left out by name and the rest is kept. Throws SyntaxError.
 */
export function parseDeviceJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const end = text.indexOf('\0')
    const written = end < 0 ? text : text.slice(0, end)
    const mended = written.replace(TEXT_OR_NO_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`))
    if (mended === text) throw error
    return JSON.parse(mended)
  }
}
