import { LogIn } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Banner } from '../../../ui/status/banner.tsx'

/** Says why the sign-in page is shown instead of the requested one, and that nothing is lost. */
export function SignInWhy({ why, draft }: { why: 'over' | 'failed' | 'asked'; draft: boolean }) {
  return (
    <Banner
      tone={why === 'failed' ? 'stale' : 'neutral'}
      icon={LogIn}
      title={<FormattedMessage id={`sign-in.why.${why}`} />}
    >
      <FormattedMessage id={draft ? 'sign-in.draft' : `sign-in.next.${why}`} />
    </Banner>
  )
}
