import type { AnyRouter } from '@tanstack/react-router'
import { FormattedMessage } from './i18n/intl.tsx'
import { whenWorkerTells } from './offline/service-worker.ts'
import { somethingIsTyped } from './ui/form/shown-forms.ts'
import { toast } from './ui/overlay/toaster.tsx'

/** Navigates to the target of a tapped notification without reloading the page; asks first if somebody is typing. */
export function followNotifications(router: Pick<AnyRouter, 'navigate'>): void {
  whenWorkerTells((notice, port) => {
    if (notice.type !== 'open') return
    port?.postMessage(true)
    if (notice.path === window.location.pathname + window.location.search) return
    const go = () => void router.navigate({ href: notice.path })
    if (!somethingIsTyped()) return go()
    const action = { label: <FormattedMessage id="app.show" />, onPress: go }
    toast.error(notice.title, { action, id: 'notification' })
  })
}
