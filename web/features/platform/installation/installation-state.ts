import { proxy } from 'valtio'

type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

/**
 * `offered`: the browser can install the app by a button. `by-hand`: iOS, where the user does it in the share menu.
 * `by-menu`: Android, as long as the browser offers nothing, or once its offer was declined. `installed`: it runs from
 * the home screen, or was just added there. `unavailable`: nothing to do here.
 */
type InstallationWay = 'offered' | 'by-hand' | 'by-menu' | 'installed' | 'unavailable'

let prompt: InstallPrompt | undefined

export const installation = proxy<{ way: InstallationWay }>({ way: 'unavailable' })

type Surroundings = { userAgent: string; maxTouchPoints: number; standalone: boolean }

/** Returns how the app can be installed before the browser has offered anything. iPads identify as Macs, but have a touch screen. */
export function wayOf({ userAgent, maxTouchPoints, standalone }: Surroundings): InstallationWay {
  if (standalone) return 'installed'
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  if (apple) return 'by-hand'
  return /Android/.test(userAgent) ? 'by-menu' : 'unavailable'
}

function wayHere(): InstallationWay {
  const { userAgent, maxTouchPoints } = navigator
  const onHomeScreen = 'standalone' in navigator && navigator.standalone === true
  const standalone = onHomeScreen || window.matchMedia('(display-mode: standalone)').matches
  return wayOf({ userAgent, maxTouchPoints, standalone })
}

/** Listens for the browser's offer; call it once, before anything is rendered, since the offer comes early. */
export function followInstallation(): void {
  installation.way = wayHere()
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    installation.way = 'offered'
  })
  window.addEventListener('appinstalled', () => {
    prompt = undefined
    installation.way = 'installed'
  })
}

/** Shows the browser's install prompt; each offer can be used once. */
export async function install(): Promise<void> {
  const offer = prompt
  prompt = undefined
  installation.way = wayHere()
  await offer?.prompt()
}
