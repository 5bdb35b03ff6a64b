import { subscribeKey } from 'valtio/utils'
import { appSettings } from './app-settings.ts'
import { followInstallation } from './features/installation/installation-state.ts'
import { thisDeviceQuery } from './features/notifications/notification-queries.ts'
import { isSignedIn, session, user } from './features/session/session-state.ts'
import { localeState } from './i18n/locale-state.ts'
import { followOutbox } from './offline/outbox.ts'
import { queryClient } from './offline/query-cache.ts'
import { announceAccount, startServiceWorker } from './offline/service-worker.ts'

/** Starts what makes the page an app on this device: its worker, told whose device it is, push and installation. */
export function followDevice(): void {
  followInstallation()
  followOutbox()
  const announce = () => {
    if (!isSignedIn(session.phase)) return
    const account = { id: user.id, locale: localeState.locale, variant: appSettings.variant }
    announceAccount(account).catch(reportError)
  }
  subscribeKey(session, 'phase', announce)
  subscribeKey(localeState, 'locale', announce)
  subscribeKey(session, 'phase', (phase) => {
    if (phase === 'confirmed') void queryClient.prefetchQuery(thisDeviceQuery)
  })
  startServiceWorker().catch(reportError)
}
