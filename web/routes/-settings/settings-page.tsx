import { Navigate, Outlet, useMatchRoute, useRouterState } from '@tanstack/react-router'
import {
  BellRing,
  ChevronLeft,
  CirclePlus,
  Earth,
  Eye,
  FileDown,
  FileInput,
  KeyRound,
  ListChecks,
  ListFilter,
  ListTodo,
  RadioTower,
  Scale,
  Share2,
  UserRound,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { user } from '../../features/people/session/session-state.ts'
import { useScreenTitle } from '../../features/platform/navigation/document-title.tsx'
import { FormattedMessage, useIntl } from '../../i18n/intl.tsx'
import { loadTexts } from '../../i18n/locale-state.ts'
import { Page, Row } from '../../ui/layout/layout.tsx'
import { usePhone } from '../../ui/media.ts'
import { ButtonLink } from '../../ui/navigation/links.ts'
import { SectionLink } from '../../ui/navigation/navigation-links.ts'
import { BesideSections, SectionGroup, SectionNavigation } from '../../ui/navigation/section-navigation.tsx'

const DutySettings = lazy(async () => {
  const [{ DutySettings }] = await Promise.all([import('../-pieces/administration.ts'), loadTexts('administration')])
  return { default: DutySettings }
})

/** All settings in groups beside the open one; on a phone first the groups, then one of them with a way back. */
export function SettingsPage() {
  const intl = useIntl()
  const phone = usePhone()
  const match = useMatchRoute()
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const atStart = match({ to: '/settings' }) !== false
  // that screen has its own way back to all transmitters
  const atOneOfMany = match({ to: '/settings/controllers/$controllerId' }) !== false
  const title = useScreenTitle() ?? 'app.nav.settings'
  const label = intl.formatMessage({ id: 'app.nav.settings' })
  if (atStart && !phone) return <Navigate to="/settings/profile" replace />
  const parts = <Parts label={label} />
  const back = (
    <nav aria-label={label}>
      <Row>
        <ButtonLink kind="quiet" icon={ChevronLeft} to="/settings">
          <FormattedMessage id="settings-screen.all" />
        </ButtonLink>
      </Row>
    </nav>
  )
  // the structure stays the same when a phone is turned, so that what is open keeps what was typed
  return (
    <Page title={<FormattedMessage id={title} />}>
      <BesideSections navigation={phone ? !atStart && !atOneOfMany && back : parts} open={phone ? undefined : path}>
        {phone && atStart && parts}
        <Outlet />
      </BesideSections>
    </Page>
  )
}

function Parts({ label }: { label: string }) {
  const { admin, manager } = useSnapshot(user)
  return (
    <SectionNavigation label={label}>
      <SectionGroup title={<FormattedMessage id="settings-screen.group.you" />}>
        <SectionLink to="/settings/profile" icon={UserRound}>
          <FormattedMessage id="settings-screen.tab.profile" />
        </SectionLink>
        <SectionLink to="/settings/account" icon={KeyRound}>
          <FormattedMessage id="settings-screen.tab.account" />
        </SectionLink>
      </SectionGroup>
      <SectionGroup title={<FormattedMessage id="settings-screen.group.hives" />}>
        <SectionLink to="/settings/controllers" icon={RadioTower}>
          <FormattedMessage id="settings-screen.tab.controllers" />
        </SectionLink>
        <SectionLink to="/setup" icon={ListTodo}>
          <FormattedMessage id="setup.title" />
        </SectionLink>
        <SectionLink to="/settings/register" icon={CirclePlus}>
          <FormattedMessage id="settings-screen.tab.register" />
        </SectionLink>
        <SectionLink to="/settings/scales" icon={Scale}>
          <FormattedMessage id="settings-screen.tab.scales" />
        </SectionLink>
        <SectionLink to="/settings/regions" icon={Earth}>
          <FormattedMessage id="settings-screen.tab.regions" />
        </SectionLink>
      </SectionGroup>
      <SectionGroup title={<FormattedMessage id="settings-screen.group.alarms" />}>
        <SectionLink to="/settings/notifications" icon={BellRing}>
          <FormattedMessage id="settings-screen.tab.notifications" />
        </SectionLink>
        <SectionLink to="/settings/rules" icon={ListFilter}>
          <FormattedMessage id="settings-screen.tab.rules" />
        </SectionLink>
      </SectionGroup>
      <SectionGroup title={<FormattedMessage id="settings-screen.group.together" />}>
        <SectionLink to="/settings/watches" icon={Eye}>
          <FormattedMessage id="settings-screen.tab.watches" />
        </SectionLink>
        <SectionLink to="/settings/sharing" icon={Share2}>
          <FormattedMessage id="settings-screen.tab.sharing" />
        </SectionLink>
      </SectionGroup>
      <SectionGroup title={<FormattedMessage id="settings-screen.group.data" />}>
        <SectionLink to="/settings/import" icon={FileInput}>
          <FormattedMessage id="settings-screen.tab.import" />
        </SectionLink>
        <SectionLink to="/export" icon={FileDown}>
          <FormattedMessage id="export.title" />
        </SectionLink>
        <SectionLink to="/settings/jobs" icon={ListChecks}>
          <FormattedMessage id="job.title" />
        </SectionLink>
      </SectionGroup>
      {(admin || manager) && (
        <Suspense>
          <DutySettings admin={admin} />
        </Suspense>
      )}
    </SectionNavigation>
  )
}
