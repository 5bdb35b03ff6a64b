const FLAG = 'hivewatch.reloaded'

/**
 * Reloads the page when a part of the app is gone, as after an update; once per part, so that it never turns in circles,
 * and not without a network, where a reload would take away what is still there.
 */
export function reloadOnMissingParts(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const part = `${FLAG}.${event.payload.message}`
    if (!navigator.onLine || window.sessionStorage.getItem(part)) return
    window.sessionStorage.setItem(part, 'yes')
    window.location.reload()
  })
}
