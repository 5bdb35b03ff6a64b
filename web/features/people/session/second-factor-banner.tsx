import { useRouterState } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Banner } from '../../../ui/status/banner.tsx'

/** To an administrator who signed in by the password alone: why there is no administration, and what opens it. */
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
