import { smsFit } from '#domain/alerts/sms-text.ts'
import {
  NOTICE_SUBJECT_MAXIMUM,
  NOTICE_TEXT_MAXIMUM,
  type NoticeChannelType,
} from '#domain/operations/customer-notice.ts'

/** The recipients of a message; without an affiliation, everyone the sender may write to. */
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

/** Returns everything that prevents a message from being sent. */
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

/** Returns the list with `value` added, or removed if it was there. */
export const toggled = <Value>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((other) => other !== value) : [...list, value]
