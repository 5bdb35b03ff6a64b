import { Check } from 'lucide-react'
import type { ApiTokenScope } from '#domain/people/api-token.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { ShownOnce } from '../../../ui/display/shown-once.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

/** The data a spreadsheet address reads: the first of these that the token allows. */
const inOrder: readonly ApiTokenScope[] = ['readings', 'scales', 'alarms']

/** A new token, shown only this once, until its owner confirms having copied it. */
export function MadeToken({
  token,
  scopes,
  onKept,
}: {
  token: string
  scopes: readonly ApiTokenScope[]
  onKept: () => void
}) {
  const first = inOrder.find((scope) => scopes.includes(scope)) ?? 'scales'
  const address = `${window.location.origin}/api/v1/${first}?format=csv&token=${token}`
  return (
    <ShownOnce
      title={<FormattedMessage id="account.token.made" />}
      label={<FormattedMessage id="account.token.made" />}
      hint={<FormattedMessage id="account.token.made.once" />}
      secret={token}
      actions={
        <Button icon={Check} onClick={onKept}>
          <FormattedMessage id="account.token.kept" />
        </Button>
      }
    >
      <TextField
        label={<FormattedMessage id="account.token.address" />}
        value={address}
        readOnly
        onFocus={(event) => event.target.select()}
      />
    </ShownOnce>
  )
}
