import { useRouterState } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Banner } from '../../../ui/status/banner.tsx'

/** Tells administrators who signed in with only a password why administration is closed, and how to open it. */
export function SecondFactorBanner() {
  const isThere = useRouterState({ select: ({ location }) => location.pathname === '/settings/account' })
  return (
    <Banner
      tone="loss"
      icon={ShieldAlert}
      title={<FormattedMessage id="account.secondFactor" />}
      actions={
        !isThere && (
          <ButtonLink to="/settings/account">
            <FormattedMessage id="account.secondFactor.setUp" />
          </ButtonLink>
        )
      }
    >
      <FormattedMessage id="account.secondFactor.why" />
    </Banner>
  )
}
