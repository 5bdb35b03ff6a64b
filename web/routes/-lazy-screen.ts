import { lazyRouteComponent } from '@tanstack/react-router'
import { loadTexts } from '../i18n/locale-state.ts'
import type { TextArea } from '../i18n/text-areas.ts'
import { withReload } from '../offline/reload-once.ts'

/** A screen whose texts are loaded with the app. */
export const firstScreen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => withReload(load), name)

/** A screen that is loaded when it is opened, and its texts beside it; those of administrators are made with parts of all screens. */
export const lazyScreen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  area: TextArea = 'screens',
) =>
  firstScreen(async () => {
    const [module] = await Promise.all([load(), loadTexts(area), area === 'administration' && loadTexts('screens')])
    return module
  }, name)
