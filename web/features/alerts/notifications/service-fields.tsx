import type { ComponentProps, ReactNode } from 'react'
import type { ServiceType } from '#domain/alerts/notification.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

const exact = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } satisfies ComponentProps<'input'>

/** The fields a service needs; each says where to find its value. */
export function ServiceFields({ type }: { type: ServiceType }) {
  return (
    <>
      {type === 'matrix' && (
        <TextField
          {...exact}
          name="server"
          type="url"
          required
          maxLength={500}
          placeholder="https://matrix.example.org"
          label={<FormattedMessage id="notification-screen.matrix.server" />}
          hint={<FormattedMessage id="notification-screen.matrix.server.hint" />}
        />
      )}
      {type === 'telegram' && <TokenField type={type} />}
      <TextField
        {...exact}
        name="address"
        type={type === 'ntfy' || type === 'webhook' ? 'url' : 'text'}
        required
        maxLength={2000}
        label={<FormattedMessage id={`notification-screen.${type}.address`} />}
        hint={<FormattedMessage id={`notification-screen.${type}.address.hint`} />}
      />
      {(type === 'ntfy' || type === 'matrix') && <TokenField type={type} />}
    </>
  )
}

/** The token of a service. If not `isNew`, leaving it empty keeps the stored one. */
export const TokenField = ({
  type,
  isNew = false,
  error,
}: {
  type: Exclude<ServiceType, 'webhook'>
  isNew?: boolean
  error?: ReactNode
}) => (
  <TextField
    {...exact}
    name="token"
    required={type !== 'ntfy' && !isNew}
    optional={type === 'ntfy' || isNew}
    maxLength={1000}
    error={error}
    label={<FormattedMessage id={isNew ? 'notification-screen.newToken' : `notification-screen.${type}.token`} />}
    hint={
      <FormattedMessage id={isNew ? 'notification-screen.newToken.hint' : `notification-screen.${type}.token.hint`} />
    }
  />
)
