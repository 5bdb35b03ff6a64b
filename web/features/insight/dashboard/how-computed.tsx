import { type ComponentType, useState } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import type { DashboardMode } from './dashboard-state.ts'

export type HowWords = ComponentType<{ mode: DashboardMode }>

// not before it is opened: of what still loads no picture is kept
const Waiting = () => <Skeleton />
const Missing = () => <FormattedMessage id="app.offline.next" />

/** Where the figures come from, folded away: its words are loaded once somebody wants to read them, and again where they could not be. */
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
