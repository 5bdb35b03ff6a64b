import { type ComponentType, useState } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import type { DashboardMode } from './dashboard-state.ts'

export type HowWords = ComponentType<{ mode: DashboardMode }>

// only once opened: no early picture of the page is kept while anything on it is loading
const Waiting = () => <Skeleton />
const Missing = () => <FormattedMessage id="app.offline.next" />

/** Where the figures come from, collapsed. Its text loads when opened, and again if loading failed. */
export function HowComputed({ mode, load }: { mode: DashboardMode; load: () => Promise<HowWords> }) {
  const [Words, show] = useState<HowWords>()
  const open = () => {
    show(() => Waiting)
    load().then(
      (loaded) => show(() => loaded),
      () => show(() => Missing),
    )
  }
  return (
    <Disclosure summary={<FormattedMessage id="dashboard.how" />} onOpen={open}>
      {Words && <Words mode={mode} />}
    </Disclosure>
  )
}
