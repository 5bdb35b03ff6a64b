/**
 * A string, closed or not; what `printf`, Arduino's `print` and Python's `json` write for a value that is not a number; what templates write
 * for one that they do not have, such as Home Assistant's for the state of a sensor that is away; and a comma after the last.
 */
const MENDED =
  /"(?:[^"\\]|\\.)*"?|[-+]?\b(?:nan|inf(?:inity)?|ovf)\b|\b(?:none|undefined|unknown|unavailable)\b|:(?=\s*[,}])|,(?=\s*[}\]])/gis
const instead: Record<string, string> = { none: 'null', undefined: 'null', ':': ':null', ',': '' }

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
    const mended = written.replace(MENDED, (found) =>
      found.startsWith('"') ? found : (instead[found.toLowerCase()] ?? `"${found}"`),
    )
    if (mended === text) throw error
    return JSON.parse(mended)
  }
}
