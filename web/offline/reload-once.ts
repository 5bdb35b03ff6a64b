/** The router has the same remedy for screens; under its own key the two together reload once as well. */
const flagOf = (part: string) => `tanstack_router_reload:${part}`

let dispensable = 0

/** Loads a part without which a page goes on: where a weak network loses it, a reload would only lose what was entered. */
export async function withoutReload<Part>(load: () => Promise<Part>): Promise<Part> {
  dispensable++
  try {
    return await load()
  } finally {
    dispensable--
  }
}

/** Reloads the page when a part of the app is gone, as after an update; once per part, so that it never turns in circles. */
export function reloadOnMissingParts(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (dispensable > 0) return
    const flag = flagOf(event.payload.message)
    if (window.sessionStorage.getItem(flag)) return
    window.sessionStorage.setItem(flag, '1')
    window.location.reload()
  })
}
