import { useId, useState } from 'react'
import * as v from 'valibot'
import { type Passkey, PasskeyName } from '#domain/people/passkey.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { useRenamePasskey } from './account-queries.ts'

/** Renames a passkey. */
export function PasskeySheet({ passkey, onClose }: { passkey: Passkey | undefined; onClose: () => void }) {
  const form = useId()
  const rename = useRenamePasskey()
  const [invalid, setInvalid] = useState(false)
  const close = () => {
    setInvalid(false)
    rename.reset()
    onClose()
  }
  const submit = (values: FormData) => {
    const name = v.safeParse(PasskeyName, values.get('name'))
    setInvalid(!name.success)
    if (passkey && name.success) rename.mutate({ id: passkey.id, name: name.output }, { onSuccess: close })
  }
  return (
    <Sheet
      open={passkey !== undefined}
      onClose={close}
      title={<FormattedMessage id="account.passkey.rename" />}
      footer={<SheetActions form={form} busy={rename.isPending} onCancel={close} />}
    >
      <Form id={form} onSubmit={submit}>
        <TextField
          name="name"
          maxLength={60}
          defaultValue={passkey?.name}
          label={<FormattedMessage id="account.passkey.name" />}
          error={
            invalid ? (
              <FormattedMessage id="account.passkey.name.missing" />
            ) : (
              rename.error && <ErrorWords error={rename.error} />
            )
          }
        />
      </Form>
    </Sheet>
  )
}
