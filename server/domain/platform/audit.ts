import * as v from 'valibot'

/** Words in a field's name that mark its value as a secret. */
const secretWords = new Set(
  'password secret token key keys hash sealed code codes pin cookie credential credentials authorization dsn'.split(
    ' ',
  ),
)
const HIDDEN = '•••'
const TEXT_MAXIMUM = 300
const LIST_MAXIMUM = 50
const DEPTH_MAXIMUM = 5

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const isSecret = (name: string): boolean => wordsOf(name).some((word) => secretWords.has(word))

/** Hides the credentials inside a web address. */
const withoutCredentials = (text: string): string => text.replaceAll(/:\/\/[^\s/@]*@/g, `://${HIDDEN}@`)

/** Everything after the scheme of a web address. */
const AFTER_SCHEME = /:\/\/[^\s"'<>\\]+/g

const hostAlone = (rest: string): string => `://${URL.canParse(`https${rest}`) ? new URL(`https${rest}`).host : HIDDEN}`

/** Returns the value with the web addresses in it reduced to their origins: the rest, such as a webhook's path or a topic, may grant access. */
export function withOriginsAlone(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(AFTER_SCHEME, hostAlone)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withOriginsAlone)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withOriginsAlone(inner)]))
}

/** Returns the value in a form safe to store: secrets hidden, long texts cut, lists and depth bounded. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const text = withoutCredentials(value)
    return text.length > TEXT_MAXIMUM ? `${text.slice(0, TEXT_MAXIMUM)}…` : text
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAXIMUM) return '…'
  if (Array.isArray(value)) {
    const kept = value.slice(0, LIST_MAXIMUM).map((item) => redact(item, depth + 1))
    return value.length > LIST_MAXIMUM ? [...kept, `… ${value.length}`] : kept
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name) && inner !== null ? HIDDEN : redact(inner, depth + 1),
    ]),
  )
}

type Fields = Record<string, unknown>

/** Returns the fields that differ between two states; if one state is null, all of the other. */
export function changedFields(
  before: object | null,
  after: object | null,
): { before: object | null; after: object | null } {
  if (before === null || after === null) return { before, after }
  const [was, is] = [before as Fields, after as Fields]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const part = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return { before: part(was), after: part(is) }
}

const fields = v.nullable(v.record(v.string(), v.unknown()))

/** One change: who made it (`actingAsId`: on whose behalf), its subject (`subjectName`: the current name), and the fields that changed. */
export const AuditEntry = v.object({
  id: v.number(),
  at: v.string(),
  actorId: v.number(),
  actorEmail: v.string(),
  actingAsId: v.nullable(v.number()),
  actingAsEmail: v.nullable(v.string()),
  action: v.string(),
  subjectType: v.string(),
  subjectId: v.string(),
  subjectName: v.nullable(v.string()),
  before: fields,
  after: fields,
  requestId: v.nullable(v.string()),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const AuditList = v.object({ items: v.array(AuditEntry), nextCursor: v.nullable(v.string()) })
export type AuditList = v.InferOutput<typeof AuditList>

/** The kinds of subjects whose changes are audited, as far as this version knows. */
export const auditedSubjects = [
  'affiliation',
  'alarm',
  'call',
  'controller',
  'firmware',
  'intervention',
  'job',
  'notice',
  'notification',
  'order',
  'region',
  'rule',
  'scale',
  'setAside',
  'settings',
  'shopConfig',
  'user',
  'visit',
] as const
export type AuditedSubject = (typeof auditedSubjects)[number]

/** The actions that this version has texts for, with `_` in place of the dot. */
export const auditedActions = [
  'affiliation_add',
  'affiliation_assign',
  'affiliation_remove',
  'affiliation_rename',
  'alarm_follow',
  'alarm_judge',
  'alarm_settleFollowUp',
  'call_make',
  'controller_calibrate',
  'controller_edit',
  'controller_endWatching',
  'controller_mute',
  'controller_assignField',
  'controller_mapJson',
  'controller_nameLoraDevice',
  'controller_provision',
  'controller_release',
  'controller_removeWatcher',
  'controller_renewDeviceKey',
  'controller_renewSubscription',
  'controller_renewWatchCode',
  'controller_resetNotificationCount',
  'controller_unmute',
  'firmware_added',
  'firmware_assigned',
  'firmware_removed',
  'firmware_replaced',
  'firmware_rollout_begun',
  'firmware_rollout_resumed',
  'firmware_rollout_stopped',
  'intervention_add',
  'intervention_edit',
  'intervention_remove',
  'job_begin',
  'job_cancel',
  'job_retry',
  'notice_send',
  'notification_remove',
  'order_activatePrepay',
  'order_edit',
  'order_releaseOrder',
  'order_requestAdvance',
  'order_resendConfirmation',
  'order_sendInvoice',
  'order_sendOffer',
  'region_add',
  'region_edit',
  'region_remove',
  'rule_add',
  'rule_edit',
  'rule_remove',
  'scale_add',
  'scale_archive',
  'scale_edit',
  'setAside_drop',
  'setAside_retry',
  'setAside_retryAll',
  'settings_save',
  'shopConfig_save',
  'visit_add',
  'visit_edit',
  'visit_remove',
  'user_actAsBegin',
  'user_actAsEnd',
  'user_changeEmail',
  'user_changeState',
  'user_edit',
  'user_missSecondFactor',
  'user_renewRecoveryCodes',
  'user_resetSecondFactor',
  'user_signOut',
  'user_turnCodesOff',
  'user_turnCodesOn',
  'user_useRecoveryCode',
] as const
export type AuditedAction = (typeof auditedActions)[number]
