import type { KeptPush } from '#domain/alerts/push-message.ts'
import type { DeviceAccount } from '#domain/platform/worker-message.ts'
import { plainWordsOf } from './plain-words.ts'
import { type NotificationLook, notificationOf, type Shown } from './push.ts'
import { type Pushed, textOfPush } from './pushed-text.ts'

/** `fault`: why only the plain text was shown. */
export type PushShown = { receipt: string | undefined; fault: unknown }

type Shows = Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>

export type ShowDeps = {
  registration: Shows
  navigator: Pick<WorkerNavigator, 'language'> & Partial<Pick<WorkerNavigator, 'setAppBadge'>>
  origin: string
  device: Promise<DeviceAccount | undefined>
  /** Resolves to whether this device had shown the alarm before. */
  keep: (push: Omit<KeptPush, 'shownAt'>) => Promise<boolean>
  /** Whether the app is visible, in a browser that then needs no notification. */
  isInSight: () => Promise<boolean>
  /** Resolves when earlier pushes are on the screen, so that the list of notifications is complete. */
  othersAreShown: Promise<unknown>
}

/**
 * Shows a push, stores its content, and sets the app's badge, if there is one. If anything fails, in this code or in the browser, the
 * message is shown as plain text; the error is returned, together with the message's receipt.
 */
export async function showPush(event: Pushed, deps: ShowDeps): Promise<PushShown> {
  const { registration, navigator } = deps
  let text: string | undefined
  let known: DeviceAccount | undefined
  try {
    // the store only tells whose device this is, so its failure does no harm
    known = await deps.device.catch(() => undefined)
    text = textOfPush(event)
    const shown = notificationOf(text, known, navigator.language)
    const { kept, badge, receipt, isOver, ringsIfNew } = shown
    // the content is stored for later: a failure must not delay an alarm
    const wasShown = kept ? deps.keep(kept).catch(() => false) : Promise.resolve(false)
    const rings = ringsIfNew && !(await wasShown)
    const look = lookOf(shown, { rings, opensBy: event.notification ? deps.origin : undefined })
    if (!(isOver && (await takeAway(look.tag!, deps)))) await registration.showNotification(shown.title, look)
    // a badge that is refused or never set must not delay anything
    if (badge !== undefined) void navigator.setAppBadge?.(badge).catch(() => undefined)
    await wasShown
    return { receipt, fault: undefined }
  } catch (fault) {
    await showPlainly(text, registration, known)
    return { receipt: plainWordsOf(text)?.receipt, fault }
  }
}

/**
 * `opensBy`: set for a browser that would have shown the push itself; such browsers refuse notifications and actions without a page to
 * open. In other browsers a page would make the browser go there itself, without asking what is open, and without muting.
 */
function lookOf(
  { look }: Shown,
  { rings, opensBy }: { rings: boolean; opensBy: string | undefined },
): NotificationLook {
  const loud = rings ? { silent: false, renotify: true } : {}
  if (opensBy !== undefined) return { ...look, ...loud, navigate: new URL(look.data.navigate, opensBy).href }
  const actions = look.actions?.map(({ action, title }) => ({ action, title }))
  return { ...look, ...loud, ...(actions && { actions }) }
}

/** Closes the notification of something that is over, if nothing has to replace it. Resolves to whether it did. */
async function takeAway(tag: string, { registration, isInSight, othersAreShown }: ShowDeps): Promise<boolean> {
  try {
    if (!(await isInSight())) return false
    await othersAreShown
    for (const notification of await registration.getNotifications({ tag })) notification.close()
    return true
  } catch {
    return false
  }
}

/** The last resort: only text, and not even a tag if the browser refuses that. */
async function showPlainly(
  text: string | undefined,
  registration: Shows,
  known: DeviceAccount | undefined,
): Promise<void> {
  const name = known?.variant === 'biovet' ? 'BioVet' : 'HiveWatch'
  const { title = name, body = '', tag = 'unreadable' } = plainWordsOf(text) ?? {}
  try {
    await registration.showNotification(title, { body, tag })
  } catch {
    await registration.showNotification(title, { body })
  }
}
