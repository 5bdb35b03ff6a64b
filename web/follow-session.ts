import type { AnyRouter } from '@tanstack/react-router'
import { subscribe } from 'valtio'
import { appSettings } from './app-settings.ts'
import { thisDeviceQuery } from './features/notifications/notification-queries.ts'
import { askServer } from './features/session/restore-session.ts'
import { isSignedIn, session, user } from './features/session/session-state.ts'
import { localeState } from './i18n/locale-state.ts'
import { queryClient } from './offline/query-cache.ts'
import { announceAccount } from './offline/service-worker.ts'

/**
 * When the session begins or ends, lets the routes decide again who may see them, and tells the service worker whose device
 * this is; asks again who is signed in when a network is back.
 */
export function followSession(router: AnyRouter): void {
  subscribe(session, () => {
    void router.invalidate()
    announce()
    if (session.phase === 'confirmed') void queryClient.prefetchQuery(thisDeviceQuery)
  })
  subscribe(localeState, announce)
  window.addEventListener('online', () => {
    if (session.phase === 'trusted') void askServer()
  })
}

function announce(): void {
  if (!isSignedIn(session.phase)) return
  void announceAccount({ id: user.id, locale: localeState.locale, variant: appSettings.variant })
}
