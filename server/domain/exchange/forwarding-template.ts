import type { ForwardedReading, ForwardingContent } from './forwarding.ts'
import {
  createTimeFormat,
  formatNumber,
  isNumberPattern,
  isTimePattern,
  NUMBER_WIDTH,
  PATTERN_MAXIMUM,
} from './forwarding-format.ts'

/** The most readings in one message. */
export const FORWARDED_READINGS_MAXIMUM = 1000
/** The longest text a template may produce; templates that could exceed it are refused. */
export const OUTPUT_MAXIMUM = 1_000_000

const TEXT_WIDTH = 80

type Value = number | string | null
type Field = { kind: 'number' | 'time' | 'text'; pattern?: string; of: (at: Place) => Value }
type Place = { content: ForwardingContent; reading: ForwardedReading | undefined }

/** The names allowed between braces. Outside of `{#readings}`, a field of a reading is that of the newest one. */
const fields: Record<string, Field> = {
  date: { kind: 'time', pattern: 'yyyy-MM-dd', of: ({ reading }) => reading?.time ?? null },
  time: { kind: 'time', pattern: 'HH:mm:ss', of: ({ reading }) => reading?.time ?? null },
  weight: { kind: 'number', of: ({ reading }) => reading?.weight ?? null },
  temperature: { kind: 'number', of: ({ reading }) => reading?.temperature ?? null },
  humidity: { kind: 'number', of: ({ reading }) => reading?.humidity ?? null },
  battery: { kind: 'number', of: ({ content }) => content.battery },
  signal: { kind: 'number', of: ({ content }) => content.signal },
  channel: { kind: 'number', of: ({ content }) => content.channel },
  count: { kind: 'number', of: ({ content }) => content.readings.length },
  imei: { kind: 'text', of: ({ content }) => content.controller.imei },
  imsi: { kind: 'text', of: ({ content }) => content.controller.imsi },
  controller: { kind: 'text', of: ({ content }) => content.controller.name },
  scale: { kind: 'text', of: ({ content }) => content.scale.name },
}
export const templateFields = Object.keys(fields)

type Placeholder = { field: Field; pattern: string | undefined; fallback: string }
type Piece = string | Placeholder
type Part = Piece | { readings: Piece[] }

/** A parsed template without errors. */
export type Template = { parts: Part[] }

export type TemplateIssueCode =
  | 'unknown_field'
  | 'pattern_invalid'
  | 'brace_not_closed'
  | 'brace_not_opened'
  | 'section_not_closed'
  | 'section_not_opened'
  | 'section_twice'
  | 'one_line'
  | 'too_long'
/** An error and its position; `line` and `column` count from 1. */
export type TemplateIssue = { code: TemplateIssueCode; line: number; column: number; text: string }

const OPEN = '#readings'
const CLOSE = '/readings'
const TAG = /\{\{|\}\}|\{[^{}\n]*\}|[{}]/g

/**
 * Parses a template: text, `{field}`, `{field:pattern}`, `{field:pattern|text if there is no value}`, and a block between `{#readings}` and
 * `{/readings}` that is repeated for each reading; such a tag alone on a line leaves no empty line. `{{` and `}}` are literal braces. A
 * `title` is one line without blocks. Never throws.
 */
export function parseTemplate(
  text: string,
  kind: 'text' | 'title' = 'text',
): { template: Template } | { issues: TemplateIssue[] } {
  const issues: TemplateIssue[] = []
  const parts: Part[] = []
  let section: { readings: Piece[]; at: number; tag: string } | undefined
  const fault = (code: TemplateIssueCode, at: number, part: string) =>
    issues.push({ code, ...placeOf(text, at), text: part })
  const put = (piece: Piece) => {
    if (piece !== '') (section?.readings ?? parts).push(piece)
  }

  let end = 0
  for (const match of text.matchAll(TAG)) {
    const [tag] = match
    const at = match.index
    const name = tag.slice(1, -1)
    const isSection = tag.length > 2 && (name === OPEN || name === CLOSE)
    const line = isSection ? aloneOnLine(text, at, tag.length) : undefined
    put(text.slice(end, Math.max(end, line?.from ?? at)))
    end = line?.to ?? at + tag.length
    if (tag === '{{' || tag === '}}') put(tag[0]!)
    else if (tag === '{') fault('brace_not_closed', at, tag)
    else if (tag === '}') fault('brace_not_opened', at, tag)
    else if (isSection && kind === 'title') fault('one_line', at, tag)
    else if (name === OPEN) {
      if (section) fault('section_twice', at, tag)
      else section = { readings: [], at, tag }
    } else if (name === CLOSE) {
      if (section) parts.push({ readings: section.readings })
      else fault('section_not_opened', at, tag)
      section = undefined
    } else {
      const placeholder = readPlaceholder(name)
      if (typeof placeholder === 'string') fault(placeholder, at, tag)
      else put(placeholder)
    }
  }
  put(text.slice(end))
  if (section) fault('section_not_closed', section.at, section.tag)
  if (kind === 'title' && /[\r\n]/.test(text)) fault('one_line', text.search(/[\r\n]/), '')
  if (issues.length === 0 && longest(parts) > OUTPUT_MAXIMUM) fault('too_long', 0, '')
  return issues.length > 0 ? { issues } : { template: { parts } }
}

/** Fills a template with a message's content; at most `OUTPUT_MAXIMUM` characters. Never throws. */
export function renderTemplate({ parts }: Template, content: ForwardingContent): string {
  const readings = content.readings.slice(-FORWARDED_READINGS_MAXIMUM)
  const formatTime = createTimeFormat(content.zone)
  const write = (piece: Piece, reading: ForwardedReading | undefined): string => {
    if (typeof piece === 'string') return piece
    const value = piece.field.of({ content, reading })
    if (value === null) return piece.fallback
    if (typeof value === 'string') return value.slice(0, TEXT_WIDTH)
    if (piece.field.kind === 'time') return formatTime(value, piece.pattern ?? '').slice(0, widthOf(piece))
    return formatNumber(value, piece.pattern)
  }
  return parts
    .map((part) =>
      typeof part === 'object' && 'readings' in part
        ? readings.map((reading) => part.readings.map((piece) => write(piece, reading)).join('')).join('')
        : write(part, readings.at(-1)),
    )
    .join('')
}

function readPlaceholder(inside: string): Placeholder | TemplateIssueCode {
  const [, name = '', pattern, fallback = ''] = /^([^:|]*)(?::([^|]*))?(?:\|(.*))?$/.exec(inside) ?? []
  if (!Object.hasOwn(fields, name)) return 'unknown_field'
  const field = fields[name]!
  if (pattern === undefined) return { field, pattern: field.pattern, fallback }
  const isRight = { number: isNumberPattern, time: isTimePattern, text: () => false }[field.kind]
  return pattern.length <= PATTERN_MAXIMUM && isRight(pattern) ? { field, pattern, fallback } : 'pattern_invalid'
}

const widthOf = (piece: Piece): number => {
  if (typeof piece === 'string') return piece.length
  const { field, pattern = '', fallback } = piece
  const width = { number: NUMBER_WIDTH, time: Math.max(24, 2 * pattern.length), text: TEXT_WIDTH }[field.kind]
  return Math.max(width, fallback.length)
}

const longest = (parts: readonly Part[]): number => {
  const sum = (pieces: readonly Piece[]) => pieces.reduce((total, piece) => total + widthOf(piece), 0)
  return parts.reduce(
    (total, part) =>
      total +
      (typeof part === 'object' && 'readings' in part
        ? FORWARDED_READINGS_MAXIMUM * sum(part.readings)
        : widthOf(part)),
    0,
  )
}

/** The span of the whole line including its line break if the tag is all there is on it. */
function aloneOnLine(text: string, at: number, length: number): { from: number; to: number } | undefined {
  const from = text.slice(0, at).lastIndexOf('\n') + 1
  const next = text.indexOf('\n', at)
  const to = next === -1 ? text.length : next + 1
  const isAlone = text.slice(from, at).trim() === '' && text.slice(at + length, to).trim() === ''
  return isAlone ? { from, to } : undefined
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
