import { type ReactNode, useState } from 'react'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NewPasswordField } from '../../../ui/fields/new-password-field.tsx'
import { PasswordField, TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Page } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { checkRegistration, type Faults, type RegistrationField } from './check-registration.ts'
import { register } from './register.ts'

export function RegistrationScreen() {
  const intl = useIntl()
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ReactNode>()
  const [faults, setFaults] = useState<Faults<RegistrationField>>({})
  const wordsOf = (field: RegistrationField) => faults[field] && intl.formatMessage({ id: faults[field] })

  const submit = async (values: FormData) => {
    const account = { email: String(values.get('email')), password: String(values.get('password')) }
    const found = checkRegistration({
      ...account,
      repeated: String(values.get('repeated')),
      terms: values.has('terms'),
    })
    setFaults(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    setFailure(undefined)
    try {
      await register({ ...account, language })
    } catch (error) {
      setFailure(<ErrorWords error={error} />)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Page
      width="reading"
      title={<FormattedMessage id="registration.title" />}
      lead={<FormattedMessage id="registration.lead" />}
    >
      {failure && <Refusal title={failure} />}
      <Form
        onSubmit={(values) => void submit(values)}
        actions={
          <>
            <Button kind="primary" type="submit" busy={busy}>
              <FormattedMessage id="registration.action" />
            </Button>
            <ButtonLink kind="quiet" to="/" search={true}>
              <FormattedMessage id="registration.signInInstead" />
            </ButtonLink>
          </>
        }
      >
        <TextField
          name="email"
          type="email"
          autoComplete="username"
          label={<FormattedMessage id="session.email" />}
          error={wordsOf('email')}
        />
        <NewPasswordField
          name="password"
          label={<FormattedMessage id="session.password" />}
          error={wordsOf('password')}
        />
        <PasswordField
          name="repeated"
          autoComplete="new-password"
          label={<FormattedMessage id="registration.repeated" />}
          error={wordsOf('repeated')}
        />
        <Disclosure summary={<FormattedMessage id="registration.terms.title" />}>
          <Text>
            <FormattedMessage id="registration.terms.text" />
          </Text>
        </Disclosure>
        <Checkbox name="terms" label={<FormattedMessage id="registration.terms.accept" />} error={wordsOf('terms')} />
      </Form>
    </Page>
  )
}
