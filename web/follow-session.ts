import type { AnyRouter } from '@tanstack/react-router'
import { subscribe } from 'valtio'
import { appSettings } from './app-settings.ts'
import { thisDeviceQuery } from './features/alerts/notifications/this-device-query.ts'
import { askServer } from './features/people/session/restore-session.ts'
import { isSignedIn, session, user } from './features/people/session/session-state.ts'
import { signInReason } from './features/people/session/sign-in-reason.ts'
import { welcomeBack } from './features/people/session/welcome-back.ts'
import { writer } from './i18n/language-provider.tsx'
import { localeState } from './i18n/locale-state.ts'
import { queryClient } from './offline/query-cache.ts'
import { withoutReload } from './offline/reload-once.ts'
import { announceAccount } from './offline/service-worker.ts'
import { payOwedWipe } from './offline/wipe-device.ts'
import { type DraftStore, kept } from './ui/form/shown-forms.ts'

/**
 * When the session begins or ends, lets the routes decide again who may see them, and tells the service worker whose device this is and the screens how numbers
 * are written in the owner's country. Asks again who is signed in when a network is back.
 */
export function followSession(router: AnyRouter): void {
  void payOwedWipe()
  subscribe(session, () => {
    if (session.phase === 'confirmed') welcomeBack()
    const { href, pathname } = router.state.location
    // the shop's other pages decide themselves who may see them; a shop visit that began signed in does not continue anonymously
    if (signInReason.is === 'over' && /^\/(shop|subscriptionShop)\b(?!\/admin)/.test(pathname)) {
      void router.navigate({ to: '/', search: { from: href }, replace: true })
    } else void router.invalidate()
    void announce()
    if (session.phase === 'confirmed' && !user.acting) void queryClient.prefetchQuery(thisDeviceQuery)
  })
  subscribe(localeState, () => void announce())
  subscribe(user, () => {
    // what an administrator types while acting for somebody does not belong to that account
    kept.store = user.id && !user.acting ? draftsOf(user.id) : undefined
    writer.country = user.id ? user.profile.country : undefined
  })
  window.addEventListener('online', () => {
    if (session.phase === 'trusted') void askServer()
  })
}

async function announce(): Promise<void> {
  if (!isSignedIn(session.phase)) return
  await payOwedWipe()
  if (!isSignedIn(session.phase)) return
  await announceAccount({ id: user.id, locale: localeState.locale, variant: appSettings.variant })
}

const storage = () => withoutReload(() => import('./offline/few-visits.ts'))

/** If this part of the app cannot be loaded, what is typed is lost with the page. */
const draftsOf = (owner: number): DraftStore => ({
  owner,
  parts: () => withoutReload(() => import('./ui/form/form-drafts.tsx')),
  find: async (id) => (await storage()).findDraft(owner, id),
  keep: (id, draft) => void storage().then(({ keepDraft }) => keepDraft(owner, id, draft), reportError),
  drop: (id, typed) => void storage().then(({ dropDraft }) => dropDraft(owner, id, typed), reportError),
})
