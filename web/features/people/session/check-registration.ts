import * as v from 'valibot'
import { Email } from '#domain/people/account.ts'
import type { MessageId } from '../../../../locales/message-id.ts'
import { PASSWORD_MINIMUM } from '../../../ui/fields/password-strength.ts'

export type RegistrationField = 'email' | 'password' | 'repeated' | 'terms'
export type Faults<Field extends string> = Partial<Record<Field, MessageId>>

/** Returns what is missing or wrong, field by field; empty if the account can be created. */
export function checkRegistration(values: {
  email: string
  password: string
  repeated: string
  terms: boolean
}): Faults<RegistrationField> {
  return {
    ...(!v.is(Email, values.email) && { email: 'session.email.invalid' as const }),
    ...([...values.password].length < PASSWORD_MINIMUM && { password: 'ui.password.short' as const }),
    ...(values.password === '' && { password: 'session.password.missing' as const }),
    ...(values.repeated !== values.password && { repeated: 'registration.repeated.differs' as const }),
    ...(!values.terms && { terms: 'registration.terms.missing' as const }),
  }
}
