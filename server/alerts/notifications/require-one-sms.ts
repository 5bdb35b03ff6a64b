import { smsFit } from '#domain/alerts/sms-text.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Throws 400 `sms_too_long` if a text written by a person does not fit in one SMS. */
export function requireOneSms(text: string): void {
  const { fits, used, limit } = smsFit(text)
  if (!fits) throw new AppError(400, 'sms_too_long', { values: { used, limit } })
}
