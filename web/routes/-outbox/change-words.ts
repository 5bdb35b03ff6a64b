import * as v from 'valibot'
import { type Alarm, AlarmType, AlarmVerdict } from '#domain/alerts/alarm.ts'
import { isReminder } from '#domain/alerts/alarm-types.ts'
import type { Controller } from '#domain/hives/controller.ts'
import { type Intervention, InterventionLabel } from '#domain/hives/intervention.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { OutboxChange } from '#domain/platform/worker-message.ts'
import type { ChangeWords } from '../../features/platform/outbox/outbox-card.tsx'
import type { IntlShape } from '../../i18n/create-intl.ts'

/** Everything known on this device that a change may refer to. */
export type KnownThings = {
  scales: readonly Pick<Scale, 'id' | 'name'>[]
  controllers: readonly Pick<Controller, 'id' | 'name'>[]
  alarms: readonly Pick<Alarm, 'id' | 'type' | 'scaleId' | 'controllerId'>[]
  interventions: readonly Intervention[]
}

const text = v.optional(v.fallback(v.optional(v.string()), undefined))
/** The fields of any change that matter for its description; another version of the app may have written it. */
const Fields = v.object({
  scaleId: v.optional(v.fallback(v.optional(v.number()), undefined)),
  controllerId: v.optional(v.fallback(v.optional(v.number()), undefined)),
  endedAt: text,
  label: v.optional(v.fallback(v.optional(InterventionLabel), undefined)),
  description: text,
  name: text,
  enddate: v.optional(v.fallback(v.nullish(v.string()), undefined)),
  verdict: v.optional(v.fallback(v.nullish(AlarmVerdict), undefined)),
  notificationType: v.optional(v.fallback(v.optional(AlarmType), undefined)),
})

/** A change as it is described: `last` and `part` follow the noun in its path, as in `alarm/9/course`. */
type Told = {
  intl: IntlShape
  known: KnownThings
  method: OutboxChange['method']
  last: string
  part: string | undefined
  search: URLSearchParams
  fields: v.InferOutput<typeof Fields>
}

/** Describes a change of any kind in words. */
export function changeWords(intl: IntlShape, { method, path, body }: OutboxChange, known: KnownThings): ChangeWords {
  const { pathname, searchParams } = new URL(path, 'https://outbox.invalid')
  const [, noun, last = '', part] = /^\/api\/(\w+)(?:\/([^/]+))?(?:\/([^/]+))?/.exec(pathname) ?? []
  const parsed = v.safeParse(Fields, body ?? {})
  const fields = parsed.success ? parsed.output : {}
  const told = { intl, known, method, last, part, search: searchParams, fields }
  if (noun === 'intervention') return noteWords(told)
  if (noun === 'visit') return visitWords(told)
  if (noun === 'alarm') return alarmWords(told)
  if (noun === 'notification' && /^(un)?mute$/.test(last)) return muteWords(told)
  if (noun === 'scale') {
    return { what: intl.formatMessage({ id: 'outbox.scale' }), where: hiveOf(told, Number(last)), notes: fields.name }
  }
  return { what: intl.formatMessage({ id: noun === 'notification' ? 'outbox.device' : 'outbox.other' }) }
}

function noteWords(told: Told): ChangeWords {
  const { intl, known, method, last, fields } = told
  const before = known.interventions.find(({ id }) => id === last)
  const kind = method === 'DELETE' ? 'removed' : last ? 'edited' : 'added'
  const label = intl.formatMessage({ id: `intervention.label.${fields.label ?? before?.label ?? 'other'}` })
  return {
    what: intl.formatMessage({ id: `outbox.note.${kind}` }, { label }),
    where: hiveOf(told, fields.scaleId ?? before?.scaleId),
    notes: fields.description ?? before?.description,
  }
}

function visitWords(told: Told): ChangeWords {
  const { intl, method, last, fields } = told
  const isEnd = fields.endedAt !== undefined
  const kind = method === 'DELETE' ? 'removed' : last ? 'edited' : isEnd ? 'ended' : 'begun'
  return { what: intl.formatMessage({ id: `outbox.visit.${kind}` }), where: apiaryOf(told, fields.controllerId) }
}

function alarmWords(told: Told): ChangeWords {
  const { intl, known, last, part, fields } = told
  const alarm = known.alarms.find(({ id }) => id === Number(last))
  const where = alarm && (hiveOf(told, alarm.scaleId) ?? apiaryOf(told, alarm.controllerId))
  if (part === 'course' || part === 'followUp') return { what: intl.formatMessage({ id: `outbox.${part}` }), where }
  const { verdict } = fields
  const isNoted = verdict === 'confirmed' && alarm && isReminder(alarm.type)
  const words = verdict ? intl.formatMessage({ id: isNoted ? 'alarm.noted' : `alarm.verdict.${verdict}` }) : ''
  const id = verdict ? 'outbox.verdict' : 'outbox.verdictUndone'
  return { what: intl.formatMessage({ id }, { type: typeWords(told, alarm?.type), verdict: words }), where }
}

function muteWords(told: Told): ChangeWords {
  const { intl, last, search, fields } = told
  const type = typeWords(told, fields.notificationType ?? search.get('notificationType'))
  const time = fields.enddate && intl.formatDate(fields.enddate, { dateStyle: 'medium', timeStyle: 'short' })
  const kind = last === 'unmute' ? 'unmuted' : time ? 'mutedUntil' : 'muted'
  return {
    what: intl.formatMessage({ id: `outbox.${kind}` }, { type, time }),
    where: apiaryOf(told, Number(search.get('idcontroller'))),
  }
}

const hiveOf = ({ known }: Told, id: number | null | undefined) => known.scales.find((one) => one.id === id)?.name
const apiaryOf = ({ known }: Told, id: number | undefined) => known.controllers.find((one) => one.id === id)?.name
const typeWords = ({ intl }: Told, type: string | null | undefined) =>
  v.is(AlarmType, type) ? intl.formatMessage({ id: `alarm.type.${type}` }) : ''
