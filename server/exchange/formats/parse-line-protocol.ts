/** A point of InfluxDB's line protocol, with its line number; names are cut at 100 characters. `time`: counts of the request's precision. */
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
/** Names are repeated before each field of their point. */
const NAME_CHARACTERS = 100
const booleans: Record<string, boolean> = {
  ...{ t: true, T: true, true: true, True: true, TRUE: true },
  ...{ f: false, F: false, false: false, False: false, FALSE: false },
}

/**
 * Parses line protocol (docs.influxdata.com, "Line protocol"): measurement and tags, fields, and perhaps a time, separated by spaces that are
 * neither escaped nor in quotes. Unreadable lines are listed separately. There is no maintained package for reading it, only for writing.
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
  // a quote starts a text only among the fields
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

/** Removes escapes; a backslash before any other character is a plain backslash. */
const plain = (text: string): string => text.replace(/\\([,= ])/g, '$1')

/** The position of a character that is neither escaped nor, with `quotes`, inside a text that begins after `=`; −1 if there is none. */
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
