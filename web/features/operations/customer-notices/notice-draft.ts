import { smsFit } from '#domain/alerts/sms-text.ts'
import {
  NOTICE_SUBJECT_MAXIMUM,
  NOTICE_TEXT_MAXIMUM,
  type NoticeChannelType,
} from '#domain/operations/customer-notice.ts'

/** Whom a message goes to; without an affiliation to all that one may write to. */
export type Audience = { types: NoticeChannelType[]; regionIds: number[]; affiliationId: number | null }
export type NoticeDraft = Audience & { subject: string; text: string }
export type NoticeFault =
  | 'no_notification_type'
  | 'no_region'
  | 'subject_missing'
  | 'subject_long'
  | 'text_missing'
  | 'text_long'
  | 'sms_too_long'

export const emptyDraft: NoticeDraft = { types: [], regionIds: [], affiliationId: null, subject: '', text: '' }

/** Everything that keeps a message from being sent. */
export function faultsOf({ types, regionIds, subject, text }: NoticeDraft): NoticeFault[] {
  const words = text.trim()
  const title = subject.trim()
  return [
    ...(types.length === 0 ? ['no_notification_type' as const] : []),
    ...(regionIds.length === 0 ? ['no_region' as const] : []),
    ...(title === '' ? ['subject_missing' as const] : []),
    ...(title.length > NOTICE_SUBJECT_MAXIMUM ? ['subject_long' as const] : []),
    ...(words === '' ? ['text_missing' as const] : []),
    ...(words.length > NOTICE_TEXT_MAXIMUM ? ['text_long' as const] : []),
    ...(types.includes('sms') && !smsFit(words).fits ? ['sms_too_long' as const] : []),
  ]
}

/** The list with `value` in it, or without it where it was there. */
export const toggled = <Value>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((other) => other !== value) : [...list, value]
