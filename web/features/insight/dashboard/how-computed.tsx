import { type ComponentType, useState } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import type { DashboardMode } from './dashboard-state.ts'

export type HowWords = ComponentType<{ mode: DashboardMode }>

/** Where the figures come from, folded away: its words are loaded once somebody wants to read them, and again where they could not be. */
export function HowComputed({ mode, load }: { mode: DashboardMode; load: () => Promise<HowWords> }) {
  const [Words, show] = useState<HowWords>()
  const [isMissing, miss] = useState(false)
  const open = () => {
    miss(false)
    load().then(
      (loaded) => show(() => loaded),
      () => miss(true),
    )
  }
  const waiting = isMissing ? (
    <Text>
      <FormattedMessage id="app.offline.next" />
    </Text>
  ) : (
    <Skeleton />
  )
  return (
    <Disclosure summary={<FormattedMessage id="dashboard.how" />} onOpen={open}>
      {Words ? <Words mode={mode} /> : waiting}
    </Disclosure>
  )
}
