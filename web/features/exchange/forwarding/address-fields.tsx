import type { ForwardingTarget } from '#domain/exchange/forwarding.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { PasswordField, TextField } from '../../../ui/fields/text-field.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import type { WrongField } from './check-address.ts'
import { readFtpFields } from './ftp-fields.ts'

/** The fields for the address that the target needs. `before`: the address being changed. */
export function AddressFields({
  target,
  before,
  wrong,
}: {
  target: ForwardingTarget
  before: string | undefined
  wrong: readonly WrongField[]
}) {
  if (target === 'raw') {
    return (
      <TextField
        name="url"
        type="url"
        maxLength={500}
        autoComplete="off"
        defaultValue={before ?? ''}
        label={<FormattedMessage id="forwarding.url" />}
        hint={<FormattedMessage id="forwarding.url.hint" />}
        error={wrong.includes('url') && <FormattedMessage id="forwarding.url.wrong" />}
      />
    )
  }
  if (target === 'capaz') {
    return (
      <TextField
        name="email"
        type="email"
        maxLength={200}
        autoComplete="off"
        defaultValue={before ?? ''}
        label={<FormattedMessage id="forwarding.email" />}
        error={wrong.includes('email') && <FormattedMessage id="forwarding.email.wrong" />}
      />
    )
  }
  return <FtpAddressFields before={before} wrong={wrong} />
}

function FtpAddressFields({ before, wrong }: { before: string | undefined; wrong: readonly WrongField[] }) {
  const fields = before === undefined ? undefined : readFtpFields(before)
  const plain = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false, maxLength: 120 } as const
  return (
    <>
      <Grid columns="medium">
        <TextField
          {...plain}
          name="server"
          defaultValue={fields?.server}
          label={<FormattedMessage id="forwarding.ftp.server" />}
          hint={<FormattedMessage id="forwarding.ftp.server.hint" />}
          error={wrong.includes('server') && <FormattedMessage id="forwarding.ftp.server.wrong" />}
        />
        <TextField
          {...plain}
          name="folder"
          optional
          defaultValue={fields?.folder}
          label={<FormattedMessage id="forwarding.ftp.folder" />}
        />
        <TextField
          {...plain}
          name="user"
          defaultValue={fields?.user}
          label={<FormattedMessage id="forwarding.ftp.user" />}
          error={wrong.includes('user') && <FormattedMessage id="forwarding.ftp.user.missing" />}
        />
        <PasswordField
          name="password"
          autoComplete="new-password"
          maxLength={120}
          label={<FormattedMessage id="forwarding.ftp.password" />}
          hint={fields && <FormattedMessage id="forwarding.ftp.password.kept" />}
          error={wrong.includes('password') && <FormattedMessage id="forwarding.ftp.password.missing" />}
        />
      </Grid>
      <Switch
        name="secure"
        defaultChecked={fields?.secure ?? false}
        label={<FormattedMessage id="forwarding.ftp.secure" />}
      />
    </>
  )
}
