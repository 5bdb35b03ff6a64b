import { Smartphone } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { CodeSecret } from '#domain/people/second-factor.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import styles from './codes.module.css'

const CodePicture = lazy(async () => ({ default: (await import('./code-picture.tsx')).CodePicture }))

/** The secret for an app, as a QR code, a link and text, and a field for the first code, which proves that the app has it. */
export function SetUpCodesSheet({
  secret,
  busy,
  error,
  onCode,
  onClose,
}: {
  /** Undefined: the sheet is closed. */
  secret: CodeSecret | undefined
  busy: boolean
  error: Error | null
  onCode: (code: string) => void
  onClose: () => void
}) {
  const intl = useIntl()
  const form = useId()
  const [missing, setMissing] = useState(false)
  const close = () => {
    setMissing(false)
    onClose()
  }
  const submit = (values: FormData) => {
    const code = String(values.get('code')).replaceAll(/\s/g, '')
    setMissing(!/^\d{6}$/.test(code))
    if (/^\d{6}$/.test(code)) onCode(code)
  }
  return (
    <Sheet
      open={secret !== undefined}
      onClose={close}
      title={<FormattedMessage id="account.codes.setUp" />}
      footer={
        <SheetActions
          form={form}
          send={<FormattedMessage id="account.codes.setUp.go" />}
          busy={busy}
          onCancel={close}
        />
      }
    >
      {secret && (
        <Stack>
          <Text>
            <FormattedMessage id="account.codes.setUp.scan" />
          </Text>
          <Suspense fallback={<Skeleton shape="chart" />}>
            <CodePicture text={secret.address} label={intl.formatMessage({ id: 'account.codes.setUp.picture' })} />
          </Suspense>
          <Row>
            <ButtonAnchor icon={Smartphone} href={secret.address}>
              <FormattedMessage id="account.codes.setUp.open" />
            </ButtonAnchor>
          </Row>
          <Stack gap={1}>
            <Text>
              <FormattedMessage id="account.codes.setUp.secret" />
            </Text>
            <code className={styles.exact}>{secret.secret}</code>
          </Stack>
          <Form id={form} onSubmit={submit}>
            <TextField
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              label={<FormattedMessage id="account.codes.setUp.code" />}
              error={missing ? <FormattedMessage id="account.codes.missing" /> : error && <ErrorWords error={error} />}
            />
          </Form>
        </Stack>
      )}
    </Sheet>
  )
}
