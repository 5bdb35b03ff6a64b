import { somethingIsTyped } from '../ui/form/shown-forms.ts'

const RELOADED = 'hivewatch.reloaded'

let dispensable = 0
let reloading = false

/** Thrown if a part of the app could not be loaded. Where nothing can be shown without it, it is thrown only after a reload did not help. */
export class MissingPart extends Error {}

/** Whether an error says that a part could not be loaded, in the wording of each browser or the bundler. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof MissingPart ||
  (error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message))

/** Loads a part the page can do without: if a weak network loses it, a reload would only lose what was entered. Throws MissingPart. */
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

/** Loads a part without which nothing can be shown. Never settles while the page reloads because of it; throws MissingPart. */
export async function withReload<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (reloading) return new Promise(() => {})
    // the router would recognize the original error and reload once more
    throw new MissingPart('a part of the app is missing', { cause: error })
  }
}

/**
 * Reloads the page when parts of the app are gone, as after an update: only once for all parts of a build, so that it never loops, and never while unsaved
 * input exists or, without a network, the page itself might not come back.
 */
export function reloadOnMissingParts(): void {
  window.addEventListener('vite:preloadError', () => {
    if (dispensable > 0 || reloading || !navigator.onLine || somethingIsTyped() || !isFirstTime()) return
    reloading = true
    window.location.reload()
  })
}

/** Whether the page has not been reloaded for this build yet; the import map, which lists the build's files, identifies the build. */
function isFirstTime(): boolean {
  const build = document.querySelector('script[type="importmap"]')?.textContent ?? ''
  try {
    if (window.sessionStorage.getItem(RELOADED) === build) return false
    window.sessionStorage.setItem(RELOADED, build)
    return true
  } catch {
    return false // nowhere to record it
  }
}
