import * as v from 'valibot'
import { similarWord } from '#domain/platform/similar-word.ts'
import { ShopConfig } from '#domain/shop/shop-config.ts'
import { type ConfigFault, checkShopRules } from '#domain/shop/shop-config-rules.ts'
import { billFaultOf } from '../qr-bill/check-creditor.ts'
import { knownKeys } from './known-keys.ts'
import { type LineFault, readYaml } from './read-yaml.ts'

const FAULTS_MAXIMUM = 50

/** Returns the configuration in a text, or its faults with their lines, in order. `today`: a Swiss day. */
export function checkShopYaml(yaml: string, today: string): { config: ShopConfig } | { faults: LineFault[] } {
  const read = readYaml(yaml)
  if ('faults' in read) return inOrder(read.faults)
  const atLine = (fault: ConfigFault): LineFault => ({ ...fault, line: read.lineOf(fault.path) })
  const parsed = v.safeParse(ShopConfig, read.value)
  if (!parsed.success) return inOrder(withoutMeant(parsed.issues.map(faultOf)).map(atLine))
  const faults = [...checkShopRules(parsed.output, today), ...creditorFaults(parsed.output)]
  return faults.length > 0 ? inOrder(faults.map(atLine)) : { config: parsed.output }
}

/** Order confirmations have a QR-bill, so the payee has to fit on one. */
function creditorFaults({ creditor }: ShopConfig): ConfigFault[] {
  const field = billFaultOf(creditor)
  return field ? [{ path: ['creditor', field], code: field === 'iban' ? 'iban_qr' : 'bill_letters' }] : []
}

/** Drops a "missing" fault if the key is just misspelled, as that is already reported. */
function withoutMeant(faults: ConfigFault[]): ConfigFault[] {
  const place = (path: ConfigFault['path'], key: string | number) => [...path.slice(0, -1), key].join('.')
  const meant = new Set(faults.flatMap(({ path, values }) => (values?.meant ? [place(path, values.meant)] : [])))
  return faults.filter(({ code, path }) => code !== 'missing' || !meant.has(path.join('.')))
}

/** The first fault of each place, from top to bottom. */
function inOrder(faults: LineFault[]): { faults: LineFault[] } {
  const places = new Set<string>()
  const firsts = faults.filter(({ line, path }) => {
    const place = `${line} ${path.join('.')}`
    return places.size < places.add(place).size
  })
  return { faults: firsts.sort((one, other) => one.line - other.line).slice(0, FAULTS_MAXIMUM) }
}

type Issue = v.InferIssue<typeof ShopConfig>

const typeCodes: Record<string, string> = {
  string: 'type_text',
  number: 'type_number',
  boolean: 'type_boolean',
  array: 'type_list',
  strict_object: 'type_block',
  object: 'type_block',
  record: 'type_block',
}
const ownCodes = ['promo_code_format', 'iban', 'price_digits', 'percent_digits', 'key_format', 'day_format']

function faultOf(issue: Issue): ConfigFault {
  const path = (issue.path ?? []).map(({ key }) => key as string | number)
  if (ownCodes.includes(issue.message)) return { path, code: issue.message }
  const last = path.at(-1)
  if (issue.kind === 'schema') {
    if (issue.expected === 'never') return unknownKey(path)
    if (issue.type === 'strict_object' && issue.path?.at(-1)?.origin === 'key') {
      return { path, code: 'missing', values: { key: String(last) } }
    }
    if (issue.type === 'picklist' || issue.type === 'literal') {
      return {
        path,
        code: 'option',
        values: { options: (issue.expected ?? '').replaceAll(/["()]/g, '').replaceAll(' | ', ', ') },
      }
    }
    return { path, code: typeCodes[issue.type] ?? 'wrong' }
  }
  const bound = 'requirement' in issue && typeof issue.requirement === 'number' ? issue.requirement : undefined
  switch (issue.type) {
    case 'min_value':
    case 'max_value':
    case 'max_length':
      return { path, code: issue.type, values: { bound: bound ?? 0 } }
    case 'non_empty':
    case 'email':
    case 'url':
    case 'integer':
      return { path, code: issue.type }
    default:
      return { path, code: 'wrong' }
  }
}

function unknownKey(path: ConfigFault['path']): ConfigFault {
  const key = String(path.at(-1))
  const known = knownKeys(ShopConfig, path.slice(0, -1))
  const meant = similarWord(key, known)
  return meant
    ? { path, code: 'unknown_key_meant', values: { key, meant } }
    : { path, code: 'unknown_key', values: { key, known: known.join(', ') } }
}
