import { subscribe } from 'valtio'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import type { SessionReply } from '#domain/people/account.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { user } from './features/people/session/session-state.ts'

/** The picture that the page drew: Today as last seen, or only the hives. `pressed`: the last control pressed that works only in the app. */
type Picture = HTMLElement & { pressed?: HTMLElement | null }

declare global {
  interface Window {
    /** Draws the hives from the server's answer until the app takes over: web/index.html. */
    showHives?: ((user: SessionReply, controllers: DashboardController[], locale: Locale) => void) | undefined
  }
}

const CONTROLS = 'a, button, input, label, select, summary'
const isLoading = '[data-loading]'

let waits = false

/**
 * Whether the router handles the scroll position, restoring it or going to the top. False once after the early picture was shown, since somebody may have
 * scrolled in it.
 */
export function scrollsBack(): boolean {
  const hadPicture = waits
  waits = false
  return !hadPicture
}

/**
 * Removes the picture once there is a screen in `root`, and carries over the focus, the scroll position and what was pressed. Removes it immediately if the
 * device turns out to be somebody else's.
 */
export function followPicture(root: HTMLElement): void {
  const picture: Picture | null = document.getElementById('early-picture')
  // nobody would remove what it draws
  window.showHives = undefined
  if (!picture) return
  waits = true
  const goOn = () => {
    watcher.disconnect()
    stop()
    const { scrollX, scrollY } = window
    const find = counterparts(picture, root)
    const focused = find(document.activeElement)
    const pressed = find(picture.pressed)
    picture.remove()
    root.style.visibility = ''
    document.adoptedStyleSheets = []
    window.scrollTo(scrollX, scrollY)
    focused?.focus({ preventScroll: true })
    // not during the update that is showing it
    if (pressed) setTimeout(() => pressed.click())
  }
  const watcher = new MutationObserver(() => {
    if (root.querySelector('main h1') && !root.querySelector(`main ${isLoading}`)) goOn()
  })
  const stop = subscribe(user, () => {
    if (user.id && String(user.id) !== picture.dataset.owner) goOn()
  })
  watcher.observe(root, { childList: true, subtree: true })
}

/** Finds the control in the app that a control in the picture depicts, provided that everything before it, including hives and alarms, is unchanged. */
function counterparts(picture: Element, root: Element): (drawn: Element | null | undefined) => HTMLElement | undefined {
  const before = [...picture.querySelectorAll(CONTROLS)]
  const now = [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => !control.closest('dialog'))
  return (drawn) => {
    const at = before.indexOf(drawn!)
    const isSame = before.slice(0, at + 1).every((control, index) => wordsOf(control) === wordsOf(now[index]))
    return isSame ? now[at] : undefined
  }
}

const wordsOf = (control: Element | undefined) =>
  control && `${control.localName} ${control.getAttribute('href')?.replace('#early-', '#')} ${control.textContent}`
