import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { Email } from '#domain/people/account.ts'
import { EmailChangeBody } from '#domain/people/email-change.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { CodeFault } from '../../../ui/form/code-form.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Reading, Stack } from '../../../ui/layout/layout.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { codeMailQuery, useBeginEmailChange, useChangeEmail } from './account-queries.ts'
import { asksWhoThisIs, ConfirmSheet } from './confirm-sheet.tsx'
import { Part } from './part.tsx'

/** Changes the account's address: a code is mailed to the new one first, and entering it makes the change. */
export function EmailPart({ email, onChanged }: { email: string; onChanged: () => void }) {
  const begin = useBeginEmailChange()
  const change = useChangeEmail()
  const [askedFor, setAskedFor] = useState<string>()
  const [typed, setTyped] = useState('')
  const [invalid, setInvalid] = useState<'email' | 'code'>()
  // if the address is already the new one, the change was made and only its answer was lost
  const sentTo = askedFor === email ? undefined : askedFor
  const field = useRef<HTMLInputElement>(null)
  useKeptFocus(field, sentTo)
  const { data: mail } = useQuery(codeMailQuery(sentTo, begin.submittedAt))
  const send = (next: string) => begin.mutate(next, { onSuccess: () => setAskedFor(next) })
  const correct = () => {
    setTyped(sentTo ?? '')
    setAskedFor(undefined)
  }
  const enter = (wanted: { email: string; code: string }) =>
    change.mutate(wanted, {
      onSuccess: () => {
        setAskedFor(undefined)
        setTyped('')
        onChanged()
      },
      // it may have been changed although no answer came
      onError: onChanged,
    })
  const submit = (values: FormData) => {
    const next = v.safeParse(Email, values.get('newEmail') ?? sentTo)
    if (sentTo === undefined) {
      setInvalid(next.success ? undefined : 'email')
      if (next.success) send(next.output)
      return
    }
    const wanted = v.safeParse(EmailChangeBody, { email: sentTo, code: values.get('emailCode') })
    setInvalid(wanted.success ? undefined : 'code')
    if (wanted.success) enter(wanted.output)
  }
  const asking = [
    { error: begin.error, reset: begin.reset, again: () => send(begin.variables ?? '') },
    { error: change.error, reset: change.reset, again: () => change.variables && enter(change.variables) },
  ].find(({ error }) => asksWhoThisIs(error))
  const wordsOf = (error: Error | null) => error && !asksWhoThisIs(error) && <ErrorWords error={error} />
  return (
    <Part
      title={<FormattedMessage id="session.email" />}
      why={email && <FormattedMessage id="account.email.why" values={{ email }} />}
    >
      <Reading>
        <Form
          onSubmit={submit}
          actions={
            sentTo === undefined ? (
              <Button type="submit" icon={Send} busy={begin.isPending}>
                <FormattedMessage id="account.email.send" />
              </Button>
            ) : (
              <>
                <Button kind="primary" type="submit" busy={change.isPending}>
                  <FormattedMessage id="account.email.change" />
                </Button>
                <Button kind="quiet" busy={begin.isPending} onClick={() => send(sentTo)}>
                  <FormattedMessage id="code-form.again" />
                </Button>
                <Button kind="quiet" onClick={correct}>
                  <FormattedMessage id="account.email.other" />
                </Button>
              </>
            )
          }
        >
          <Stack>
            {mail?.reason && <CodeFault reason={mail.reason} isRefused={mail.state === 'refused'} />}
            {sentTo !== undefined && begin.error && !asksWhoThisIs(begin.error) && (
              <Refusal title={<ErrorWords error={begin.error} />} />
            )}
            {sentTo === undefined ? (
              <TextField
                key="email"
                ref={field}
                name="newEmail"
                type="email"
                autoComplete="off"
                defaultValue={typed}
                label={<FormattedMessage id="account.email.new" />}
                error={invalid === 'email' ? <FormattedMessage id="session.email.invalid" /> : wordsOf(begin.error)}
              />
            ) : (
              <TextField
                key="code"
                ref={field}
                name="emailCode"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
                label={<FormattedMessage id="account.email.code" values={{ email: sentTo }} />}
                error={invalid === 'code' ? <FormattedMessage id="account.codes.missing" /> : wordsOf(change.error)}
              />
            )}
          </Stack>
        </Form>
      </Reading>
      <ConfirmSheet
        open={asking !== undefined}
        onClose={() => asking?.reset()}
        onConfirmed={() => void asking?.again()}
      />
    </Part>
  )
}
