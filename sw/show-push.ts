import type { KeptPush } from '#domain/alerts/push-message.ts'
import type { DeviceAccount } from '#domain/platform/worker-message.ts'
import { plainWordsOf } from './plain-words.ts'
import { type NotificationLook, notificationOf, type Shown } from './push.ts'
import { type Pushed, textOfPush } from './pushed-text.ts'

/** `fault`: why only plain words were shown. */
export type PushShown = { receipt: string | undefined; fault: unknown }

type Shows = Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>

export type ShowDeps = {
  registration: Shows
  navigator: Pick<WorkerNavigator, 'language'> & Partial<Pick<WorkerNavigator, 'setAppBadge'>>
  origin: string
  device: Promise<DeviceAccount | undefined>
  /** Says whether this device had shown the alarm before. */
  keep: (push: Omit<KeptPush, 'shownAt'>) => Promise<boolean>
  /** Whether the app is in sight, in a browser that then wants no notification. */
  isInSight: () => Promise<boolean>
  /** What came before is on the screen, so that it can be asked what is there. */
  othersAreShown: Promise<unknown>
}

/**
 * Shows a push, keeps what it says, and sets the app's badge, where there is one. Whatever fails on the way, in this code or in the
 * browser, the message is shown in plain words; what failed is returned, with the receipt that came along.
 */
export async function showPush(event: Pushed, deps: ShowDeps): Promise<PushShown> {
  const { registration, navigator } = deps
  let text: string | undefined
  let known: DeviceAccount | undefined
  try {
    // a store that fails says only whose device this is
    known = await deps.device.catch(() => undefined)
    text = textOfPush(event)
    const shown = notificationOf(text, known, navigator.language)
    const { kept, badge, receipt, isOver, ringsIfNew } = shown
    // what it says is kept for later: that it cannot be holds up no alarm
    const wasShown = kept ? deps.keep(kept).catch(() => false) : Promise.resolve(false)
    const rings = ringsIfNew && !(await wasShown)
    const look = lookOf(shown, { rings, opensBy: event.notification ? deps.origin : undefined })
    if (!(isOver && (await takeAway(look.tag!, deps)))) await registration.showNotification(shown.title, look)
    // a badge that is refused, or never set, holds up nothing
    if (badge !== undefined) void navigator.setAppBadge?.(badge).catch(() => undefined)
    await wasShown
    return { receipt, fault: undefined }
  } catch (fault) {
    await showPlainly(text, registration, known)
    return { receipt: plainWordsOf(text)?.receipt, fault }
  }
}

/**
 * `opensBy`: the browser would have shown it by itself, and refuses what has no page to lead to. Anywhere else it would go there itself,
 * and not ask what is open, nor mute.
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

/** Takes the notification of what is over away, where nothing has to stand in its place. Says whether it did. */
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

/** The last resort: nothing in it but words, and not even a tag where the browser refuses that. */
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
