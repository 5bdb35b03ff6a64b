import { subscribe } from 'valtio'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import type { SessionReply } from '#domain/people/account.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { user } from './features/people/session/session-state.ts'

/** Today as it was last seen, or the hives alone, which the page drew. `pressed`: the last of what one can only press in the app. */
type Picture = HTMLElement & { pressed?: HTMLElement | null }

declare global {
  interface Window {
    /** Draws the hives by what the server answered, until the app takes over: web/index.html. */
    showHives?: ((user: SessionReply, controllers: DashboardController[], locale: Locale) => void) | undefined
  }
}

const CONTROLS = 'a, button, input, label, select, summary'
const isLoading = '[data-loading]'

let waits = false

/** Whether the page scrolls to where it was left, or to its top: not where somebody looked at the picture before, which is once. */
export function scrollsBack(): boolean {
  const hadPicture = waits
  waits = false
  return !hadPicture
}

/**
 * Takes the picture away once there is a screen in `root`, and goes on in that with focus, place, and what was pressed. It is gone at
 * once where the device turns out to be somebody else's.
 */
export function followPicture(root: HTMLElement): void {
  const picture: Picture | null = document.getElementById('early-picture')
  // nobody would take it away
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
    // not in the middle of what shows it
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

/** Finds in the app what something in the picture is a picture of: where all before it, hives and alarms too, is as it was. */
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
