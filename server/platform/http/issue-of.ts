import type { BaseIssue } from 'valibot'
import type { Issue, IssueCode } from '#domain/platform/error-reply.ts'
import { intlOf, type Reader, translate } from '../runtime/translate.ts'

/** A fault that is only put into words when it is answered, in the language of the request. */
export type CodedIssue = {
  path: string
  code: IssueCode
  values?: Record<string, string | number>
  detail?: string | undefined
}

type Found = Pick<
  BaseIssue<unknown>,
  'type' | 'kind' | 'input' | 'expected' | 'received' | 'requirement' | 'message' | 'path'
>
type PathItem = PropertyKey | { key: PropertyKey }

const DETAIL_LENGTH = 200

const ofType: Partial<Record<string, IssueCode>> = {
  string: 'not_text',
  number: 'not_number',
  finite: 'not_number',
  boolean: 'not_boolean',
  array: 'not_list',
  object: 'not_object',
  strict_object: 'not_object',
  loose_object: 'not_object',
  record: 'not_object',
  picklist: 'not_listed',
  literal: 'not_listed',
  non_empty: 'empty',
  min_value: 'too_small',
  max_value: 'too_large',
  integer: 'not_whole',
  email: 'not_email',
  regex: 'wrong_form',
  url: 'wrong_form',
  uuid: 'wrong_form',
  iso_date: 'not_time',
  iso_timestamp: 'not_time',
}

/** Faults for which a schema has its own message. */
const ofWords: [RegExp, IssueCode][] = [
  [/^from must/, 'ends_before'],
  [/time zone/, 'not_time_zone'],
  [/\btime\b|HH:MM|\bday\b|YYYY/, 'not_time'],
  [/^a number$/, 'not_number'],
  [/^at least one/, 'empty'],
]

/** Converts a schema's issue to a stable code with its limits. */
export function issueOf(found: Found, prefix = ''): CodedIssue {
  const { requirement, expected } = found
  const path = prefix + pathText(found.path as readonly PathItem[] | undefined)
  const code = codeOf(found)
  const limit = typeof requirement === 'number' ? { limit: requirement } : {}
  if (code === 'not_listed') return { path, code, values: { listed: listedIn(expected) } }
  const isSaid = code !== 'wrong' && code !== 'wrong_form'
  return { path, code, values: limit, ...(isSaid ? {} : { detail: found.message.slice(0, DETAIL_LENGTH) }) }
}

function codeOf({ type, kind, input, expected, received, requirement, message }: Found): IssueCode {
  if (received === 'undefined' && kind === 'schema') return expected === 'never' ? 'unknown_field' : 'missing'
  if (expected === 'never') return 'unknown_field'
  if (type === 'min_length') {
    if (requirement === 1) return 'empty'
    return Array.isArray(input) ? 'too_few' : 'too_short'
  }
  if (type === 'max_length') return Array.isArray(input) ? 'too_many' : 'too_long'
  const isOwnWords = !message.startsWith('Invalid ')
  const told = isOwnWords ? ofWords.find(([words]) => words.test(message))?.[1] : undefined
  return told ?? ofType[type] ?? (isOwnWords ? 'wrong' : (ofType[kind] ?? 'wrong'))
}

/** Turns `("a" | "b")` into `a, b`. */
const listedIn = (expected: string | null): string =>
  (expected ?? '').replaceAll(/[()"]/g, '').split(' | ').join(', ').slice(0, DETAIL_LENGTH)

const pathText = (path: readonly PathItem[] = []) =>
  path.map((item) => String(typeof item === 'object' ? item.key : item)).join('.')

/** Puts a fault into words, with the name of its field. */
export function wordIssue(issue: CodedIssue | Issue, reader: Reader): Issue {
  if ('message' in issue) return issue
  const { path, code, values, detail } = issue
  const message = translate(reader, `issue.${code}`, { field: fieldName(path, reader), ...values })
  return { path, message, code, ...(detail === undefined ? {} : { detail }) }
}

/** The field's name, first looked up by its full path, then by its last part; otherwise the path itself. In a list, with its position, counted from 1. */
function fieldName(path: string, reader: Reader): string {
  const keys = path.split('.')
  const names = keys.filter((key) => !/^\d+$/.test(key))
  const { messages } = intlOf(reader)
  const last = names.at(-1)
  const ids = [`field.${names.join('-')}`, `field.${last}`, `administration-variables.name.${last}`]
  const id = ids.find((one) => Object.hasOwn(messages, one))
  const words = id ? translate(reader, id) : path || translate(reader, 'issue.request')
  const place = keys.findLast((key) => /^\d+$/.test(key))
  return place === undefined || words === path ? words : `${words} (${Number(place) + 1})`
}
