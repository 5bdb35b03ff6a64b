/** The router has the same remedy for screens; under its own key the two together reload once as well. */
const flagOf = (part: string) => `tanstack_router_reload:${part}`

/** Reloads the page when a part of the app is gone, as after an update; once per part, so that it never turns in circles. */
export function reloadOnMissingParts(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const flag = flagOf(event.payload.message)
    if (window.sessionStorage.getItem(flag)) return
    window.sessionStorage.setItem(flag, '1')
    window.location.reload()
  })
}
