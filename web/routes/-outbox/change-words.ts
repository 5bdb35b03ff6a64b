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

/** Describes a change of any kind in words. */
export function changeWords(intl: IntlShape, { method, path, body }: OutboxChange, known: KnownThings): ChangeWords {
  const { pathname, searchParams } = new URL(path, 'https://outbox.invalid')
  const [, noun, last = '', part] = /^\/api\/(\w+)(?:\/([^/]+))?(?:\/([^/]+))?/.exec(pathname) ?? []
  const parsed = v.safeParse(Fields, body ?? {})
  const { controllerId, endedAt, scaleId, label, description, name, enddate, verdict, notificationType } =
    parsed.success ? parsed.output : {}
  const hive = (id: number | null | undefined) => known.scales.find((one) => one.id === id)?.name
  const place = (id: number) => known.controllers.find((one) => one.id === id)?.name
  const alarmType = (type: string | null | undefined) =>
    v.is(AlarmType, type) ? intl.formatMessage({ id: `alarm.type.${type}` }) : ''

  if (noun === 'intervention') {
    const before = known.interventions.find(({ id }) => id === last)
    const done = label ?? before?.label ?? 'other'
    const kind = method === 'DELETE' ? 'removed' : last ? 'edited' : 'added'
    return {
      what: intl.formatMessage(
        { id: `outbox.note.${kind}` },
        { label: intl.formatMessage({ id: `intervention.label.${done}` }) },
      ),
      where: hive(scaleId ?? before?.scaleId),
      notes: description ?? before?.description,
    }
  }
  if (noun === 'visit') {
    const isEnd = endedAt !== undefined
    const kind = method === 'DELETE' ? 'removed' : last ? 'edited' : isEnd ? 'ended' : 'begun'
    return { what: intl.formatMessage({ id: `outbox.visit.${kind}` }), where: place(controllerId ?? 0) }
  }
  if (noun === 'alarm') {
    const alarm = known.alarms.find(({ id }) => id === Number(last))
    const type = alarmType(alarm?.type)
    const where = alarm && (hive(alarm.scaleId) ?? place(alarm.controllerId))
    if (part === 'course' || part === 'followUp') return { what: intl.formatMessage({ id: `outbox.${part}` }), where }
    const isNoted = verdict === 'confirmed' && alarm && isReminder(alarm.type)
    const words = verdict ? intl.formatMessage({ id: isNoted ? 'alarm.noted' : `alarm.verdict.${verdict}` }) : ''
    return {
      what: intl.formatMessage({ id: verdict ? 'outbox.verdict' : 'outbox.verdictUndone' }, { type, verdict: words }),
      where,
    }
  }
  if (noun === 'notification' && /^(un)?mute$/.test(last)) {
    const type = alarmType(notificationType ?? searchParams.get('notificationType'))
    const time = enddate && intl.formatDate(enddate, { dateStyle: 'medium', timeStyle: 'short' })
    const kind = last === 'unmute' ? 'unmuted' : time ? 'mutedUntil' : 'muted'
    return {
      what: intl.formatMessage({ id: `outbox.${kind}` }, { type, time }),
      where: place(Number(searchParams.get('idcontroller'))),
    }
  }
  if (noun === 'scale')
    return { what: intl.formatMessage({ id: 'outbox.scale' }), where: hive(Number(last)), notes: name }
  return { what: intl.formatMessage({ id: noun === 'notification' ? 'outbox.device' : 'outbox.other' }) }
}
