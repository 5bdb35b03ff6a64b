import { useSearch } from '@tanstack/react-router'
import { KeyRound, LogIn } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ApiError } from '../../../api/api-error.ts'
import { PasskeyCancelled, passkeysAvailable } from '../../../api/passkey.ts'
import { appSettings } from '../../../app-settings.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { loadTexts } from '../../../i18n/locale-state.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField, TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { draftsWait } from '../../../ui/form/shown-forms.ts'
import { Page } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { Spinner } from '../../../ui/status/spinner.tsx'
import { takeEarlyForm } from './early-form.ts'
import { isEmail } from './is-email.ts'
import { user } from './session-state.ts'
import { signIn } from './sign-in.ts'
import { signInReason } from './sign-in-reason.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

const CodeStep = lazy(async () => {
  const [{ CodeStep }] = await Promise.all([import('./session-parts.ts'), loadTexts('screens')])
  return { default: CodeStep }
})

const SignInWhy = lazy(async () => {
  const [{ SignInWhy }] = await Promise.all([import('./session-parts.ts'), loadTexts('screens')])
  return { default: SignInWhy }
})

export function SignInScreen() {
  const { from } = useSearch({ from: '/' })
  const why = useSnapshot(signInReason).is ?? (from && 'asked')
  const intl = useIntl()
  const { fetching } = useSnapshot(user)
  const [asDemo, setAsDemo] = useState(false)
  const [withPasskey, setWithPasskey] = useState(false)
  const [failure, setFailure] = useState<ReactNode>()
  const [typed, setTyped] = useState<{ email: string; password: string }>()
  const [slowed, setSlowed] = useState(false)
  const [invalid, setInvalid] = useState({ email: false, password: false })

  useLayoutEffect(() => takeEarlyForm(document.querySelector<HTMLFormElement>('main form')!), [])

  const attempt = async (enter: () => Promise<void>) => {
    setFailure(undefined)
    setSlowed(false)
    try {
      await enter()
    } catch (error) {
      setSlowed(error instanceof ApiError && error.status === 429)
      setFailure(
        error instanceof PasskeyCancelled ? (
          <FormattedMessage id="session.passkey.cancelled" />
        ) : (
          <ErrorWords error={error} />
        ),
      )
    }
  }
  const enter = (email: string, password: string) =>
    attempt(async () => {
      try {
        await signIn(email, password)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error
        setTyped({ email, password })
      }
    })
  const enterWithPasskey = async () => {
    setWithPasskey(true)
    await attempt(signInWithPasskey)
    setWithPasskey(false)
  }
  const submit = (values: FormData) => {
    const email = String(values.get('email'))
    const password = String(values.get('password'))
    const wrong = { email: !isEmail(email), password: password === '' }
    setInvalid(wrong)
    setAsDemo(false)
    if (!wrong.email && !wrong.password) void enter(email, password)
  }
  const { demo } = appSettings
  if (typed) {
    return (
      <Suspense fallback={<Spinner size={200} />}>
        <CodeStep onBack={() => setTyped(undefined)} onCode={(code) => signIn(typed.email, typed.password, code)} />
      </Suspense>
    )
  }
  return (
    <Page
      width="reading"
      title={<FormattedMessage id="session.signIn" />}
      lead={<FormattedMessage id="session.lead" />}
    >
      {why && (
        <Suspense>
          <SignInWhy why={why} draft={draftsWait()} />
        </Suspense>
      )}
      {demo && (
        <Banner
          tone="accent"
          title={<FormattedMessage id="session.demo.title" />}
          actions={
            <Button
              kind="primary"
              busy={fetching && asDemo}
              onClick={() => {
                setAsDemo(true)
                void enter(demo.email, demo.password)
              }}
            >
              <FormattedMessage id="session.demo.action" />
            </Button>
          }
        >
          <FormattedMessage id="session.demo.next" />
        </Banner>
      )}
      {failure && (
        <Banner tone="alarm" title={failure}>
          {slowed && <FormattedMessage id="session.slowed" />}
        </Banner>
      )}
      <Form
        onSubmit={submit}
        actions={
          <>
            <Button kind={demo ? 'secondary' : 'primary'} type="submit" icon={LogIn} busy={fetching && !asDemo}>
              <FormattedMessage id="session.signIn" />
            </Button>
            {passkeysAvailable() && (
              <Button icon={KeyRound} busy={withPasskey} onClick={() => void enterWithPasskey()}>
                <FormattedMessage id="session.passkey" />
              </Button>
            )}
            <ButtonLink kind="quiet" to="/password/request">
              <FormattedMessage id="session.forgotten" />
            </ButtonLink>
            <ButtonLink kind="quiet" to="/registration" search={true}>
              <FormattedMessage id="session.register" />
            </ButtonLink>
            {appSettings.shop && (
              <ButtonLink kind="quiet" to="/shop">
                <FormattedMessage id="session.shop" />
              </ButtonLink>
            )}
          </>
        }
      >
        <TextField
          name="email"
          type="email"
          autoComplete="username"
          label={intl.formatMessage({ id: 'session.email' })}
          error={invalid.email && intl.formatMessage({ id: 'session.email.invalid' })}
        />
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={intl.formatMessage({ id: 'session.password' })}
          error={invalid.password && intl.formatMessage({ id: 'session.password.missing' })}
        />
      </Form>
    </Page>
  )
}
