import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import type { Locale } from '#domain/platform/locale.ts'
import { useOpenAlarmCount } from '../features/alerts/alarms/use-open-alarm-count.ts'
import { changeLanguage } from '../features/people/session/change-language.ts'
import { DutyBanners } from '../features/people/session/lazy-duty-banners.ts'
import { isSignedIn, server, session, user } from '../features/people/session/session-state.ts'
import { BareFrame } from '../features/platform/navigation/bare-frame.tsx'
import { DocumentTitle } from '../features/platform/navigation/document-title.tsx'
import { Frame } from '../features/platform/navigation/frame.tsx'
import { isSharedPage } from '../is-shared-page.ts'
import { DeviceNotices } from '../offline/device-notices.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

function Root() {
  const { phase } = useSnapshot(session)
  const { silent } = useSnapshot(server)
  const { admin, manager, acting, secondFactorMissing } = useSnapshot(user)
  const openAlarms = useOpenAlarmCount(isSignedIn(phase))
  const duty = admin ? 'administrator' : manager ? 'manager' : undefined
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname })
  const navigate = useNavigate()
  const changeLocale = async (locale: Locale) => {
    await changeLanguage(locale)
    // otherwise the language in the address would win again at the next reload
    await navigate({ to: '.', replace: true, search: (before) => ({ ...before, lang: undefined }) })
  }
  if (isSharedPage(path)) {
    return (
      <BareFrame>
        <DocumentTitle />
        <Outlet />
      </BareFrame>
    )
  }
  return (
    <Frame
      signedIn={isSignedIn(phase)}
      duty={duty}
      openAlarms={openAlarms}
      silent={phase === 'trusted' && silent}
      path={path}
      onLocale={changeLocale}
      notices={
        <>
          <Suspense>{(acting || secondFactorMissing) && <DutyBanners />}</Suspense>
          <DeviceNotices listed={path === '/outbox'} />
        </>
      }
    >
      <DocumentTitle />
      <Outlet />
    </Frame>
  )
}
