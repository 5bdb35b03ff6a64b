/** A tile decoder in plain JavaScript, as printed in the API's description; a test runs it against the codec. */
export const tileDecoder = `function decodeTile(bytes) {
  let at = 0
  const byte = () => bytes[at++]
  const number = () => { let n = 0, f = 1, b; do { b = byte(); n += (b & 127) * f; f *= 128 } while (b > 127); return n }
  const signed = () => { const n = number(); return n % 2 ? -(n + 1) / 2 : n / 2 }
  const bits = (count, width) => {
    const start = at * 8, list = []
    for (let i = 0; i < count; i++) {
      let n = 0
      for (let b = 0; b < width; b++) { const k = start + i * width + b; n += ((bytes[k >> 3] >> (k & 7)) & 1) * 2 ** b }
      list.push(n)
    }
    at += (count * width + 7) >> 3
    return list
  }
  const column = (length) => {
    const first = signed(), step = number(), list = [0]
    while (step > 0 && list.length < length) {
      const head = byte(), mode = head >> 6, base = list.at(-1), low = mode === 0 ? 0 : signed()
      const count = mode === 3 ? length - list.length : Math.min(36, length - list.length)
      for (const n of bits(count, mode === 3 ? 0 : head & 63)) {
        if (mode === 2) list.push((base + low + n) | 0)
        else list.push((list.at(-1) + (mode === 0 ? (n % 2 ? -(n + 1) / 2 : n / 2) : low + n)) | 0)
      }
    }
    return Array.from({ length }, (_, i) => (first + Math.imul(list[i] ?? 0, step)) | 0)
  }
  const level = byte() & 15, from = (byte() + byte() * 256) * 86400, length = number()
  if (length === 0) return { level, from, time: [], groups: [] }
  const mask = byte(), partial = mask & 128 ? byte() : 0, time = column(length), groups = []
  for (let g = 0; g < 6; g++) if (mask & (1 << g)) {
    const there = partial & (1 << g) ? bits(8 * ((length + 7) >> 3), 1).slice(0, length) : Array(length).fill(1)
    const count = there.filter(Boolean).length
    groups[g] = Array.from({ length: level > 0 && g === 0 ? 4 : 1 }, () => {
      const dense = column(count)
      return there.map((is) => (is ? dense.shift() : null))
    })
  }
  return { level, from, time: time.map((t) => from + t), groups }
}`

/** The layout of an answer as `application/octet-stream`. */
export const timelineLayout = `As application/octet-stream, numbers little-endian: version (1 byte), level (1 byte: 0 raw, \
1 hour, 2 day), cursor (8, a double), then for each tile: series id (4, signed; -n is controller n), from in epoch seconds \
(4), number of bytes (4), the tile. Send the cursor back as since, with the level, to get only the tiles that have changed.

The columns of a tile are in groups: 0 weight in g (hour and day: last, last - minimum, maximum - last, mean - \
floor((minimum + maximum) / 2)), 1 temperature in 1/100 °C, 2 humidity in 1/10 %, 3 battery in mV, 4 signal in dBm, \
5 (hour only) the weight in g read in the very second in which the hour began.

The high four bits of a tile's first byte are its version. Version 2 ends with the CRC-32 (as in zlib and PNG) of all bytes \
before it (4, not read below): if it does not match, the tile is damaged. Version 1 is the same without it.

${tileDecoder}`
