import { canDecode } from './database-place.ts'

/** How to call the operator's gateway; `body` is JSON with placeholders in its strings, or form data. */
export type SmsSettings = {
  url: string
  headers: Record<string, string>
  body: { json: unknown } | { form: string } | undefined
  /** What an answer must contain, if the gateway answers everything with 200. */
  expect: string | undefined
}

type Environment = Partial<Record<'SMS_URL' | 'SMS_BODY' | 'SMS_HEADERS' | 'SMS_EXPECT', string | undefined>>

const PLACEHOLDERS = ['to', 'digits', 'text', 'reference']
const PLACEHOLDER = /\{(\w+)\}/g

/**
 * The gateway settings; undefined without `SMS_URL`. Throws an Error whose message names the setting and what it
 * should be, without repeating secrets.
 */
export function readSmsSettings(environment: Environment): SmsSettings | undefined {
  const { SMS_URL: url, SMS_BODY, SMS_HEADERS, SMS_EXPECT: expect } = environment
  if (url === undefined) {
    const alone = Object.entries(environment).find(([, value]) => value !== undefined)
    if (alone) throw new Error(`${alone[0]} needs SMS_URL`)
    return undefined
  }
  if (!isUrl(url)) {
    throw new Error(
      'SMS_URL should be: an http or https address, with placeholders only after its host, and % in its user or password as %25',
    )
  }
  const headers = readHeaders(SMS_HEADERS)
  const body = readBody(SMS_BODY)
  const template = `${url} ${SMS_BODY ?? ''} ${SMS_HEADERS ?? ''}`
  const used = new Set([...template.matchAll(PLACEHOLDER)].map(([, name]) => name!))
  const unknown = [...used].find((name) => !PLACEHOLDERS.includes(name))
  if (unknown) {
    throw new Error(`{${unknown}} in SMS_URL, SMS_BODY or SMS_HEADERS should be: {to}, {digits}, {text} or {reference}`)
  }
  if (!used.has('text') || !(used.has('to') || used.has('digits'))) {
    throw new Error('SMS_URL and SMS_BODY should hold: {text}, and {to} or {digits}')
  }
  return { url, headers, body, expect }
}

function isUrl(text: string): boolean {
  const host = /^https?:\/\/([^/?#]+)/.exec(text)?.[1]
  if (host === undefined || /[{}]/.test(host) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return canDecode({ username, password, pathname: '' })
}

function readHeaders(text: string | undefined): Record<string, string> {
  const headers = parseJson(text ?? '{}')
  const isFlat =
    typeof headers === 'object' &&
    headers !== null &&
    !Array.isArray(headers) &&
    Object.entries(headers).every(
      ([name, value]) => /^[\w-]+$/.test(name) && typeof value === 'string' && /^[\x20-\x7e]*$/.test(value),
    )
  if (!isFlat) throw new Error('SMS_HEADERS should be: JSON such as {"Authorization":"Bearer …"}')
  return headers as Record<string, string>
}

function readBody(text: string | undefined): SmsSettings['body'] {
  if (text === undefined) return undefined
  if (!/^\s*[[{]"?/.test(text) || /^\s*\{\w+\}/.test(text)) return { form: text }
  const json = parseJson(text)
  if (json === undefined) {
    throw new Error(
      'SMS_BODY should be: JSON such as {"to":"{to}","text":"{text}"}, or a form such as to={to}&text={text}',
    )
  }
  return { json }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
