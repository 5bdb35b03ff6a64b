import type { Zone } from '../hives/local-midnight.ts'
import { offsetOf } from '../hives/local-midnight.ts'
import { HOUR_SECONDS } from '../platform/durations.ts'

/** The longest pattern that a placeholder may have. */
export const PATTERN_MAXIMUM = 40
/** The most characters a number can take, whatever its pattern. */
export const NUMBER_WIDTH = 24
/** 10000-01-01T00:00:00Z minus a day, because a zone may be ahead of UTC. */
const END_OF_TIME_SECONDS = 253_402_300_800 - 86_400

const NUMBER_PATTERN = /^0{1,8}([.,]0{1,6})?$/
const TIME_TOKEN = /yyyy|yy|MM|dd|HH|mm|ss|XXX|[^A-Za-z]|T/y

/** Whether a text is a pattern for numbers: `0.00`, `0,0`, `000`. */
export const isNumberPattern = (pattern: string): boolean => NUMBER_PATTERN.test(pattern)

/** Whether a text is a pattern for times: made of yyyy, yy, MM, dd, HH, mm, ss, XXX and punctuation; or `iso`, or `unix`. */
export function isTimePattern(pattern: string): boolean {
  return pattern === 'iso' || pattern === 'unix' || (pattern !== '' && tokensOf(pattern) !== undefined)
}

/**
 * Formats a number by a pattern: as many decimals as there are zeros after the point or comma, and at least as many digits before it as the
 * pattern has. Without a pattern the number is as short as possible.
 */
export function formatNumber(value: number, pattern: string | undefined): string {
  if (!Number.isFinite(value)) return ''
  if (pattern === undefined) return String(value).slice(0, NUMBER_WIDTH)
  const [whole = '0', decimals = ''] = pattern.split(/[.,]/)
  const fixed = Math.abs(value).toFixed(decimals.length)
  const [digits = '0', rest] = fixed.split('.')
  const sign = value < 0 && Number(fixed) !== 0 ? '-' : ''
  const point = pattern.includes(',') ? ',' : '.'
  const text = `${sign}${digits.padStart(whole.length, '0')}${rest === undefined ? '' : point + rest}`
  return text.slice(0, NUMBER_WIDTH)
}

/** Returns a function that formats epoch seconds by a pattern, in the local time of a zone; `iso` and `unix` are in UTC. */
export function createTimeFormat(zone: Zone): (seconds: number, pattern: string) => string {
  const offsetAt = offsetOf(zone)
  const offsets = new Map<number, number>()
  const offsetIn = (seconds: number) => {
    const hour = Math.floor(seconds / HOUR_SECONDS)
    const known = offsets.get(hour)
    if (known !== undefined) return known
    const offset = offsetAt(seconds)
    offsets.set(hour, offset)
    return offset
  }
  return (seconds, pattern) => {
    if (!(seconds >= 0 && seconds < END_OF_TIME_SECONDS)) return ''
    if (pattern === 'unix') return String(seconds)
    if (pattern === 'iso') return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
    const offset = offsetIn(seconds)
    const iso = new Date((seconds + offset) * 1000).toISOString()
    const parts: Record<string, string> = {
      yyyy: iso.slice(0, 4),
      yy: iso.slice(2, 4),
      MM: iso.slice(5, 7),
      dd: iso.slice(8, 10),
      HH: iso.slice(11, 13),
      mm: iso.slice(14, 16),
      ss: iso.slice(17, 19),
      XXX: offsetText(offset),
    }
    return (tokensOf(pattern) ?? []).map((token) => parts[token] ?? token).join('')
  }
}

function tokensOf(pattern: string): string[] | undefined {
  const tokens: string[] = []
  TIME_TOKEN.lastIndex = 0
  while (TIME_TOKEN.lastIndex < pattern.length) {
    const match = TIME_TOKEN.exec(pattern)
    if (!match) return undefined
    tokens.push(match[0])
  }
  return tokens
}

function offsetText(offsetSeconds: number): string {
  const minutes = Math.abs(Math.round(offsetSeconds / 60))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offsetSeconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
