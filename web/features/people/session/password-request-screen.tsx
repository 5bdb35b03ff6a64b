import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Email } from '#domain/people/account.ts'
import { api, call } from '../../../api/client.ts'
import { appSettings } from '../../../app-settings.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Page } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Banner } from '../../../ui/status/banner.tsx'

/** Requests a link to set a new password. */
export function PasswordRequestScreen() {
  const [invalid, setInvalid] = useState(false)
  const request = useMutation({
    // the message is shown here on the page, not in a toast that disappears after five seconds
    mutationFn: async (email: string) => {
      const { message } = await call(api.user.passwordReset.request.$post({ query: { email } }))
      return { words: message }
    },
    meta: { tellsItself: true },
  })
  const submit = (values: FormData) => {
    const email = v.safeParse(Email, values.get('email'))
    setInvalid(!email.success)
    if (email.success) request.mutate(email.output)
  }
  return (
    <Page
      width="reading"
      title={<FormattedMessage id="session.forgotten" />}
      lead={<FormattedMessage id="sign-in.reset.lead" />}
    >
      {request.error && (
        <Banner
          tone="alarm"
          title={<ErrorWords error={request.error} />}
          actions={
            appSettings.supportUrl && (
              <ButtonAnchor href={appSettings.supportUrl} target="_blank" rel="noopener">
                <FormattedMessage id="app.nav.support" />
              </ButtonAnchor>
            )
          }
        />
      )}
      {request.data && (
        <Banner tone="ok" title={request.data.words}>
          <FormattedMessage id="sign-in.reset.hour" />
        </Banner>
      )}
      <Form
        onSubmit={submit}
        actions={
          <>
            <Button kind="primary" type="submit" icon={Mail} busy={request.isPending}>
              <FormattedMessage id="sign-in.reset.send" />
            </Button>
            <ButtonLink kind="quiet" to="/">
              <FormattedMessage id="session.back" />
            </ButtonLink>
          </>
        }
      >
        <TextField
          name="email"
          type="email"
          autoComplete="username"
          label={<FormattedMessage id="session.email" />}
          error={invalid && <FormattedMessage id="session.email.invalid" />}
        />
      </Form>
    </Page>
  )
}
