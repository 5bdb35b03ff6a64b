import type { MessageId } from '../../../../locales/message-id.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'

/** Fields of orders in Rappen. */
const amounts: ReadonlySet<string> = new Set(['discount', 'paid'])

/** Where the codes of a field have their texts: those of the screens that show the same. */
const codes: Record<string, readonly string[]> = {
  flags: ['shop-orders.flag'],
  kind: ['administration-firmware.kind'],
  label: ['intervention.label'],
  language: ['app.language'],
  mail: ['shop-orders.mail'],
  notificationType: ['alarm.type'],
  role: ['administration-users.role'],
  state: ['shop-orders.state', 'scale.state'],
  type: ['job.type', 'alarm.type'],
  verdict: ['alarm.verdict'],
}

/** Which things the numbers of a field are the ids of. */
const kinds: Record<string, keyof Names> = {
  affiliationId: 'affiliation',
  primaryRegionId: 'region',
  regionIds: 'region',
  secondaryRegionId: 'region',
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
/** Numbers from here on are times in ms: from 2001 to 2286. */
const [FIRST_MS, LAST_MS] = [1e12, 1e13]

type Fields = Record<string, unknown> | null
/** Formats an amount in Rappen. */
type Money = (rappen: number) => string
/** What affiliations and regions are called now, by their ids. */
export type Names = { affiliation: ReadonlyMap<number, string>; region: ReadonlyMap<number, string> }
/** Formats a field's value. */
export type ValueText = (field: string, value: unknown) => string

/**
 * Returns what formats values in the user's language: codes as words, ids as names, times, amounts and numbers; what is not known is shown as it is.
 */
export function valueText(
  { formatMessage, formatDate, formatNumber, messages }: IntlShape,
  money: Money,
  names: Names,
): ValueText {
  const time = (value: string | number) => formatDate(value, { dateStyle: 'medium', timeStyle: 'short' })
  const text: ValueText = (field, value) => {
    if (value === null || value === undefined) return '–'
    if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || isAssigned(one)))
      return value.map((one) => text(field, one)).join(', ')
    if (isAssigned(value)) return `${value.name} (${value.id}): ${text('affiliation', value.affiliation)}`
    if (typeof value === 'boolean') return formatMessage({ id: `administration-audit.${value ? 'yes' : 'no'}` })
    // an account, as in the owner of a transmitter
    if (typeof value === 'object' && 'email' in value) return text('email', value.email)
    if (typeof value === 'object' && 'id' in value && 'name' in value) return `${value.name} (${value.id})`
    if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value)
    const prefixes = Object.hasOwn(codes, field) ? codes[field]! : []
    const id = prefixes.map((one) => `${one}.${value}`).find((one) => Object.hasOwn(messages, one))
    if (id !== undefined) return formatMessage({ id: id as MessageId })
    if (typeof value === 'string') return ISO_TIME.test(value) ? time(value) : value
    if (amounts.has(field)) return money(value)
    const name = Object.hasOwn(kinds, field) ? names[kinds[field]!].get(value) : undefined
    if (name !== undefined) return `${name} (${value})`
    if (value >= FIRST_MS && value < LAST_MS) return time(value)
    return formatNumber(value, { useGrouping: false, maximumFractionDigits: 6 })
  }
  return text
}

/** A transmitter with the affiliation it belongs to. */
type Assigned = { id: number; name: string; affiliation: unknown }

const isAssigned = (value: unknown): value is Assigned =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'affiliation' in value

/** Returns the fields of a change with their old and new values. */
export function changedRows(
  before: Fields,
  after: Fields,
  text: ValueText,
): { field: string; before: string; after: string }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.map((field) => ({ field, before: text(field, before?.[field]), after: text(field, after?.[field]) }))
}

/** Returns a change as one line; `nameOf` gives a field's label. */
export function changeLine(
  before: Fields,
  after: Fields,
  { nameOf, text }: { nameOf: (field: string) => string; text: ValueText },
  maximum = 80,
): string {
  const line = changedRows(before, after, text)
    .map(({ field, before: was, after: is }) =>
      before && after ? `${nameOf(field)}: ${was} → ${is}` : `${nameOf(field)}: ${after ? is : was}`,
    )
    .join(', ')
  return line.length > maximum ? `${line.slice(0, maximum)}…` : line
}
