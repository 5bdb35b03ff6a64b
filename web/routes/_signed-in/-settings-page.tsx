import { Outlet } from '@tanstack/react-router'
import {
  BellRing,
  CirclePlus,
  Earth,
  Eye,
  FileDown,
  FileInput,
  KeyRound,
  ListChecks,
  RadioTower,
  Scale,
  Share2,
  UserRound,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSnapshot } from 'valtio'
import { user } from '../../features/people/session/session-state.ts'
import { loadTexts } from '../../i18n/locale-state.ts'
import { Page } from '../../ui/layout.tsx'
import { TabLink } from '../../ui/links.ts'
import { TabLinks } from '../../ui/tabs.tsx'

const DutyTabs = lazy(async () => {
  const [{ DutyTabs }] = await Promise.all([import('../-pieces/administration.ts'), loadTexts('administration')])
  return { default: DutyTabs }
})

/** The tabs of the settings around the one that is open. */
export function SettingsPage() {
  const intl = useIntl()
  const { admin, manager } = useSnapshot(user)
  const label = intl.formatMessage({ id: 'app.nav.settings' })
  return (
    <Page title={label}>
      <TabLinks label={label}>
        <TabLink to="/settings/profile" icon={UserRound}>
          <FormattedMessage id="settings-screen.tab.profile" />
        </TabLink>
        <TabLink to="/settings/account" icon={KeyRound}>
          <FormattedMessage id="settings-screen.tab.account" />
        </TabLink>
        <TabLink to="/settings/controllers" icon={RadioTower}>
          <FormattedMessage id="settings-screen.tab.controllers" />
        </TabLink>
        <TabLink to="/settings/register" icon={CirclePlus}>
          <FormattedMessage id="settings-screen.tab.register" />
        </TabLink>
        <TabLink to="/settings/scales" icon={Scale}>
          <FormattedMessage id="settings-screen.tab.scales" />
        </TabLink>
        <TabLink to="/settings/watches" icon={Eye}>
          <FormattedMessage id="settings-screen.tab.watches" />
        </TabLink>
        <TabLink to="/settings/notifications" icon={BellRing}>
          <FormattedMessage id="settings-screen.tab.notifications" />
        </TabLink>
        <TabLink to="/settings/sharing" icon={Share2}>
          <FormattedMessage id="settings-screen.tab.sharing" />
        </TabLink>
        <TabLink to="/settings/regions" icon={Earth}>
          <FormattedMessage id="settings-screen.tab.regions" />
        </TabLink>
        <TabLink to="/settings/import" icon={FileInput}>
          <FormattedMessage id="settings-screen.tab.import" />
        </TabLink>
        <TabLink to="/export" icon={FileDown}>
          <FormattedMessage id="export.title" />
        </TabLink>
        <TabLink to="/settings/jobs" icon={ListChecks}>
          <FormattedMessage id="job.title" />
        </TabLink>
        {(admin || manager) && (
          <Suspense>
            <DutyTabs admin={admin} />
          </Suspense>
        )}
      </TabLinks>
      <Outlet />
    </Page>
  )
}
