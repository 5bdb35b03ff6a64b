import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { useRemoveAccount } from './account-queries.ts'
import { ExportLink } from './export-part.tsx'
import { Part } from './part.tsx'
import { PasswordForm } from './password-form.tsx'

/** Deletes the account: says what is lost, offers to export it first, and asks for the password. */
export function RemovalPart({ onRemoved }: { onRemoved: () => void }) {
  const form = useId()
  const remove = useRemoveAccount()
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    remove.reset()
  }
  return (
    <Part title={<FormattedMessage id="account.remove" />} why={<FormattedMessage id="account.remove.what" />}>
      <Row>
        <Button kind="danger" icon={Trash2} onClick={() => setOpen(true)}>
          <FormattedMessage id="account.remove" />
        </Button>
      </Row>
      <Sheet
        open={open}
        onClose={close}
        title={<FormattedMessage id="account.remove.question" />}
        footer={
          <SheetActions
            form={form}
            send={<FormattedMessage id="account.remove.confirm" />}
            busy={remove.isPending}
            danger
            onCancel={close}
          />
        }
      >
        <Stack>
          <Text>
            <FormattedMessage id="account.remove.what" />
          </Text>
          <ExportLink />
          <PasswordForm
            id={form}
            error={remove.error && <ErrorWords error={remove.error} />}
            onPassword={(typed) => remove.mutate(typed, { onSuccess: onRemoved })}
          />
        </Stack>
      </Sheet>
    </Part>
  )
}
