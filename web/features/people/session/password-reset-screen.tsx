import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { hashPassword } from '../../../api/hash-password.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { NewPasswordField } from '../../../ui/fields/new-password-field.tsx'
import { PASSWORD_MINIMUM } from '../../../ui/fields/password-strength.ts'
import { PasswordField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Page } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { Spinner } from '../../../ui/status/spinner.tsx'

const isDead = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.code === 'invalid_query')

/** Sets a new password using the link from a mail. The link is checked first, so that nobody types in vain. */
export function PasswordResetScreen({ token, onSet }: { token: string; onSet: () => void }) {
  const link = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => call(api.user.passwordReset.check.$get({ query: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const set = useMutation({
    mutationFn: async (typed: string) =>
      call(api.user.passwordReset.set.$post({ query: { token, password: await hashPassword(typed) } })),
    onSuccess: onSet,
    meta: { tellsItself: true },
  })
  if (isDead(link.error) || isDead(set.error)) return <DeadLink />
  return (
    <Page
      width="reading"
      title={<FormattedMessage id="session.reset.title" />}
      lead={<FormattedMessage id="sign-in.reset.set.lead" />}
    >
      {set.error && <Refusal title={<ErrorWords error={set.error} />} />}
      <Loaded
        query={link}
        age={false}
        waiting={
          <Spinner size={200}>
            <FormattedMessage id="sign-in.reset.checking" />
          </Spinner>
        }
      >
        {() => <NewPassword busy={set.isPending} onTyped={set.mutate} />}
      </Loaded>
    </Page>
  )
}

function NewPassword({ busy, onTyped }: { busy: boolean; onTyped: (password: string) => void }) {
  const [wrong, setWrong] = useState({ missing: false, short: false, differs: false })
  const submit = (values: FormData) => {
    const password = String(values.get('password'))
    const found = {
      missing: password === '',
      short: [...password].length < PASSWORD_MINIMUM,
      differs: values.get('repeated') !== password,
    }
    setWrong(found)
    if (!found.short && !found.differs) onTyped(password)
  }
  return (
    <Form
      onSubmit={submit}
      actions={
        <Button kind="primary" type="submit" busy={busy}>
          <FormattedMessage id="sign-in.reset.save" />
        </Button>
      }
    >
      <NewPasswordField
        name="password"
        label={<FormattedMessage id="session.reset.title" />}
        error={
          wrong.missing ? (
            <FormattedMessage id="session.password.missing" />
          ) : (
            wrong.short && <FormattedMessage id="ui.password.short" />
          )
        }
      />
      <PasswordField
        name="repeated"
        autoComplete="new-password"
        label={<FormattedMessage id="sign-in.reset.repeated" />}
        error={wrong.differs && <FormattedMessage id="registration.repeated.differs" />}
      />
    </Form>
  )
}

function DeadLink() {
  return (
    <Page
      width="reading"
      title={<FormattedMessage id="sign-in.reset.dead.title" />}
      lead={<FormattedMessage id="sign-in.reset.dead.lead" />}
      actions={
        <>
          <ButtonLink kind="primary" to="/password/request">
            <FormattedMessage id="sign-in.reset.again" />
          </ButtonLink>
          <ButtonLink kind="quiet" to="/">
            <FormattedMessage id="session.back" />
          </ButtonLink>
        </>
      }
    >
      {null}
    </Page>
  )
}
