import { type ReactNode, Suspense, useState } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'

/** Where the figures come from, folded away: the `words` are loaded once somebody wants to read them. */
export function HowComputed({ words }: { words: ReactNode }) {
  const [isWanted, want] = useState(false)
  return (
    <Disclosure summary={<FormattedMessage id="dashboard.how" />} onOpen={() => want(true)}>
      {isWanted && <Suspense fallback={<Skeleton shape="text" />}>{words}</Suspense>}
    </Disclosure>
  )
}
