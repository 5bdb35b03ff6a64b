import type { MessageId } from '../../../../locales/message-id.ts'
import { PASSWORD_MINIMUM } from '../../../ui/fields/password-strength.ts'

export type PasswordField = 'current' | 'password' | 'repeated'

/** Returns what is missing or wrong, field by field; empty if the password can be changed. */
export function checkNewPassword(typed: Record<PasswordField, string>): Partial<Record<PasswordField, MessageId>> {
  return {
    ...(typed.current === '' && { current: 'account.password.missing' as const }),
    ...([...typed.password].length < PASSWORD_MINIMUM && { password: 'ui.password.short' as const }),
    ...(typed.password === '' && { password: 'account.password.missing' as const }),
    ...(typed.repeated !== typed.password && { repeated: 'account.password.differs' as const }),
  }
}
