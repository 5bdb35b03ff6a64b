import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Page, Row } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { Spinner } from '../../../ui/status/spinner.tsx'

/** Opened by the link in a mail about password guessing: this device may try the password from now on, even while others keep guessing. */
export function UnlockScreen({ token }: { token: string }) {
  const unlock = useQuery({
    queryKey: ['unlock', token],
    queryFn: () => call(api.user.login.unlock.$post({ json: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Page width="reading" title={<FormattedMessage id="session.signIn" />}>
      {unlock.isPending && (
        <Spinner size={200}>
          <FormattedMessage id="sign-in.unlock.checking" />
        </Spinner>
      )}
      {unlock.error && <Refusal title={<ErrorWords error={unlock.error} />} />}
      {unlock.data && <Banner tone="ok" title={unlock.data.message} />}
      <Row>
        <ButtonLink kind="primary" to="/">
          <FormattedMessage id="session.back" />
        </ButtonLink>
      </Row>
    </Page>
  )
}
