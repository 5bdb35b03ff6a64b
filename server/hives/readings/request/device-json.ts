/** A text, closed or not, or what `printf` and Python's `json` write for what is no number. */
const TEXT_OR_NO_NUMBER = /"(?:[^"\\]|\\.)*"?|[-+]?\b(?:nan|inf(?:inity)?)\b/gis

/**
 * The JSON that a device wrote. Firmware ends its buffers with a NUL, and a sensor that is not plugged in is often `nan`: that becomes a text,
 * so that the value is left out by its name and the rest is kept. Throws SyntaxError.
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
