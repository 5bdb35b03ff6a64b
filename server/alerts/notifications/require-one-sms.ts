import { smsFit } from '#domain/alerts/sms-text.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** For texts that a person wrote: throws 400 `sms_too_long` where it is more than one SMS. */
export function requireOneSms(text: string): void {
  const { fits, used, limit } = smsFit(text)
  if (!fits) throw new AppError(400, 'sms_too_long', { values: { used, limit } })
}
