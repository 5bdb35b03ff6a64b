import { somethingIsTyped } from '../ui/form/shown-forms.ts'

const RELOADED = 'hivewatch.reloaded'

let dispensable = 0
let reloading = false

/** A part of the app that could not be loaded: where there is nothing to show without it, also not after the page was reloaded for it. */
export class MissingPart extends Error {}

/** Whether an error says that a part could not be loaded, as each browser and the bundler say it. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof MissingPart ||
  (error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message))

/** Loads a part without which a page goes on: where a weak network loses it, a reload would only lose what was entered. Throws MissingPart. */
export async function withoutReload<Part>(load: () => Promise<Part>): Promise<Part> {
  dispensable++
  try {
    return await load()
  } catch (error) {
    throw new MissingPart('a part of the app is missing', { cause: error })
  } finally {
    dispensable--
  }
}

/** Loads a part without which there is nothing to show. Never comes back while the page reloads for it; throws MissingPart. */
export async function withReload<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (reloading) return new Promise(() => {})
    // as it is, the router would know it, and reload once more
    throw new MissingPart('a part of the app is missing', { cause: error })
  }
}

/**
 * Reloads the page when parts of the app are gone, as after an update: once for all parts of a build, so that it never turns in
 * circles, and never where something is typed.
 */
export function reloadOnMissingParts(): void {
  window.addEventListener('vite:preloadError', () => {
    if (dispensable > 0 || reloading || somethingIsTyped() || !isFirstTime()) return
    reloading = true
    window.location.reload()
  })
}

/** What the page was told the files of its build are called. */
function isFirstTime(): boolean {
  const build = document.querySelector('script[type="importmap"]')?.textContent ?? ''
  try {
    if (window.sessionStorage.getItem(RELOADED) === build) return false
    window.sessionStorage.setItem(RELOADED, build)
    return true
  } catch {
    return false // nowhere to note it
  }
}
