import { lazyRouteComponent } from '@tanstack/react-router'
import { loadTexts } from '../i18n/locale-state.ts'
import type { TextArea } from '../i18n/text-areas.ts'
import { withReload } from '../offline/reload-once.ts'

/** A screen that is loaded when it is opened, together with the texts of its area. */
export const lazyScreen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  area: TextArea = 'screens',
) =>
  lazyRouteComponent(
    () =>
      withReload(async () => {
        const [module] = await Promise.all([load(), loadTexts(area)])
        return module
      }),
    name,
  )
