import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { whenSessionEnds } from './api/client.ts'
import { forgetAnswers } from './api/known-answers.ts'
import { appSettings } from './app-settings.ts'
import { followPicture } from './early-picture.ts'
import { startErrorReports } from './error-reports.ts'
import { followOpenAlarms } from './features/alerts/alarms/app-badge.ts'
import { followPushes } from './features/alerts/alarms/follow-pushes.ts'
import { dropEarlyForm } from './features/people/session/early-form.ts'
import { followOtherTabs } from './features/people/session/other-tabs.ts'
import { followOwedSignOuts } from './features/people/session/owed-sign-outs.ts'
import { resumeSession, sessionIsOver } from './features/people/session/restore-session.ts'
import { followInstallation } from './features/platform/installation/installation-state.ts'
import { firstScreenIsReady, firstScreenIsThere } from './first-screen.ts'
import { followLaunches } from './follow-launches.ts'
import { followNotifications } from './follow-notifications.tsx'
import { followSession } from './follow-session.ts'
import { LanguageProvider } from './i18n/language-provider.tsx'
import { startLocale } from './i18n/locale-state.ts'
import { isSharedPage } from './is-shared-page.ts'
import { followOutbox } from './offline/outbox.ts'
import { queryClient, whenWiped } from './offline/query-cache.ts'
import { reloadOnMissingParts, withoutReload, withReload } from './offline/reload-once.ts'
import { appIsKept, hearWorker, startServiceWorker } from './offline/service-worker.ts'
import { SlowNotice } from './offline/slow-notice.tsx'
import { ownTask } from './own-task.ts'
import { createAppRouter } from './router.tsx'
import './ui/base.css'
import { stackParts, Toaster } from './ui/overlay/toaster.tsx'
import { setVariant } from './ui/theme.ts'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

setVariant(appSettings.variant)
document.documentElement.dataset.environment = appSettings.environment
const report = startErrorReports(appSettings)
reloadOnMissingParts()
const { load } = stackParts
stackParts.load = () => withoutReload(load)
followOwedSignOuts()

async function start(place: HTMLElement): Promise<void> {
  // a signed-in user leaves the start page, and its address, before the texts are loaded
  const { search } = window.location
  await ownTask()
  const router = createAppRouter()
  if (!isSharedPage(window.location.pathname)) {
    followInstallation()
    followLaunches(router)
    followNotifications(router)
    whenWiped(forgetAnswers)
    hearWorker()
    followOutbox()
    followOpenAlarms(queryClient)
    whenSessionEnds(sessionIsOver)
    followOtherTabs()
    followSession(router)
    resumeSession()
  }
  await ownTask()
  followPicture(place)
  try {
    await withReload(() => startLocale(search))
  } catch (error) {
    // the page reports it, since the app cannot say anything without its texts
    window.dispatchEvent(new Event('start-failed'))
    throw error
  }
  await firstScreenIsReady(router)
  const root = createRoot(place, {
    onCaughtError(error) {
      dropEarlyForm()
      console.error(error)
      report(error)
    },
  })
  // in short pieces, between which the page stays responsive
  startTransition(() =>
    root.render(
      <StrictMode>
        <LanguageProvider>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Toaster />
            <SlowNotice />
          </QueryClientProvider>
        </LanguageProvider>
      </StrictMode>,
    ),
  )
  if (isSharedPage(window.location.pathname)) return
  await firstScreenIsThere(router, queryClient)
  void followPushes(queryClient)
  await startServiceWorker()
  await keepPictures()
}

/** Only on a device that has stored the app, and not before: the first visit loads no more than it needs. */
async function keepPictures(): Promise<void> {
  await appIsKept
  // the device has not stored it, or refuses the worker
  if (!navigator.serviceWorker?.controller) return
  const part = await withoutReload(() => import('./today-picture.tsx')).catch(() => undefined)
  part?.followToday(queryClient)
}

// not awaited: a top-level await would keep the bundler from merging what is loaded together
void start(place)
