/** A point of InfluxDB's line protocol, with the number of its line; names are cut at 100 characters. `time`: counts of the request's precision. */
export type LinePoint = {
  line: number
  measurement: string
  tags: Record<string, string>
  fields: Record<string, number | string | boolean>
  time: bigint | undefined
}
export type LineFault = { line: number; reason: string }

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const WHOLE = /^[+-]?\d+[iu]$/
const TIME = /^-?\d{1,19}$/
/** Names stand before each field of their point. */
const NAME_CHARACTERS = 100
const booleans: Record<string, boolean> = {
  ...{ t: true, T: true, true: true, True: true, TRUE: true },
  ...{ f: false, F: false, false: false, False: false, FALSE: false },
}

/**
 * Reads line protocol (docs.influxdata.com, "Line protocol"): measurement and tags, fields, and perhaps a time, parted by spaces that are neither
 * escaped nor in quotes. A line that cannot be read is listed by itself. No package that is kept reads it: writers alone are.
 */
export function parseLineProtocol(text: string): { points: LinePoint[]; faults: LineFault[] } {
  const points: LinePoint[] = []
  const faults: LineFault[] = []
  text.split('\n').forEach((raw, i) => {
    const line = i + 1
    const written = raw.replace(/\r$/, '').trimStart()
    if (written === '' || written.startsWith('#')) return
    const point = readLine(written)
    if (typeof point === 'string') faults.push({ line, reason: point })
    else points.push({ line, ...point })
  })
  return { points, faults }
}

function readLine(text: string): Omit<LinePoint, 'line'> | string {
  // a quote opens a text only among the fields
  const [key, afterKey] = cut(text, ' ', false)
  const rest = afterKey?.trimStart()
  if (!rest) return 'missing fields'
  const [fieldSet, time = ''] = cut(rest, ' ', true)
  const [name, ...tagPairs] = parts(key, ',', false)
  if (!name) return 'missing measurement'

  const tags: Record<string, string> = {}
  for (const pair of tagPairs) {
    const [tag, value] = cut(pair, '=', false)
    if (!tag || !value) return 'missing tag value'
    tags[plain(tag)] = plain(value).slice(0, NAME_CHARACTERS)
  }
  const fields: LinePoint['fields'] = {}
  for (const pair of parts(fieldSet, ',', true)) {
    const [field, written] = cut(pair, '=', false)
    if (!field || !written) return 'missing field value'
    const value = readValue(written)
    if (value === undefined) return 'invalid field value'
    fields[plain(field)] = value
  }
  const stamp = time.trim()
  if (stamp !== '' && !TIME.test(stamp)) return 'bad timestamp'
  return {
    measurement: plain(name).slice(0, NAME_CHARACTERS),
    tags,
    fields,
    time: stamp === '' ? undefined : BigInt(stamp),
  }
}

function readValue(written: string): number | string | boolean | undefined {
  if (written.startsWith('"')) {
    const hasEnd = written.length > 1 && written.endsWith('"')
    return hasEnd ? written.slice(1, -1).replace(/\\(["\\])/g, '$1') : undefined
  }
  if (NUMBER.test(written)) return Number(written)
  if (WHOLE.test(written)) return Number(written.slice(0, -1))
  return booleans[written]
}

/** Without its escapes: a backslash before anything else is one. */
const plain = (text: string): string => text.replace(/\\([,= ])/g, '$1')

/** Where a mark stands that is neither escaped nor, with `quotes`, in a text that begins behind `=`; −1: nowhere. */
function find(text: string, mark: string, quotes: boolean, from = 0): number {
  let isQuoted = false
  let valueAt = -1
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (quotes && character === '"' && (isQuoted || at === valueAt)) isQuoted = !isQuoted
    else if (!isQuoted && character === mark) return at
    else if (character === '=') valueAt = at + 1
  }
  return -1
}

function cut(text: string, mark: string, quotes: boolean): [string, string | undefined] {
  const at = find(text, mark, quotes)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function parts(text: string, mark: string, quotes: boolean): string[] {
  const found: string[] = []
  let from = 0
  for (let at = find(text, mark, quotes); at >= 0; at = find(text, mark, quotes, from)) {
    found.push(text.slice(from, at))
    from = at + 1
  }
  return [...found, text.slice(from)]
}
