import { Check, Copy, KeyRound } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ApiTokenScope } from '#domain/api-token.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toaster.tsx'

/** What an address in a spreadsheet reads: the first of these that the token may. */
const inOrder: readonly ApiTokenScope[] = ['readings', 'scales', 'alarms']

/** A new token, this once: it stands here until its owner says that it is copied. */
export function MadeToken({
  token,
  scopes,
  onKept,
}: {
  token: string
  scopes: readonly ApiTokenScope[]
  onKept: () => void
}) {
  const intl = useIntl()
  const first = inOrder.find((scope) => scopes.includes(scope)) ?? 'scales'
  const address = `${window.location.origin}/api/v1/${first}?format=csv&token=${token}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      toast.success(intl.formatMessage({ id: 'account.token.copied' }))
    } catch {
      toast.error(intl.formatMessage({ id: 'account.token.copyFailed' }))
    }
  }
  return (
    <Banner
      tone="accent"
      icon={KeyRound}
      title={<FormattedMessage id="account.token.made" />}
      actions={
        <>
          <Button kind="primary" icon={Copy} onClick={copy}>
            <FormattedMessage id="account.token.copy" />
          </Button>
          <Button icon={Check} onClick={onKept}>
            <FormattedMessage id="account.token.kept" />
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <FormattedMessage id="account.token.made.once" />
        <TextField
          label={<FormattedMessage id="account.token.made" />}
          labelHidden
          value={token}
          readOnly
          onFocus={(event) => event.target.select()}
        />
        <TextField
          label={<FormattedMessage id="account.token.address" />}
          value={address}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      </Stack>
    </Banner>
  )
}
