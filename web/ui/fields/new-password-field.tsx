import { type ComponentProps, useState } from 'react'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { passwordStrength } from './password-strength.ts'
import { PasswordField } from './text-field.tsx'

const steps = { short: 0, weak: 1, fair: 2, strong: 3 } as const

/** A new password; shows how hard it is to guess while it is typed, in words and as a bar. */
export function NewPasswordField(
  field: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'autoComplete' | 'onChange'>,
) {
  const [typed, setTyped] = useState('')
  const strength = passwordStrength(typed)
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      hint={
        <span role="status">
          {typed !== '' && (
            <meter aria-hidden="true" min={0} max={3} low={2} high={3} optimum={3} value={steps[strength]} />
          )}{' '}
          <FormattedMessage id={`ui.password.${strength}`} />
        </span>
      }
    />
  )
}
