import { lazy } from 'react'
import { loadTexts } from '../../../i18n/locale-state.ts'

const load = async () => {
  const [module] = await Promise.all([import('./administration-menu.tsx'), loadTexts('administration')])
  return module
}

/** Only administrators and managers load these and their texts. */
export const AdministrationMenu = lazy(async () => ({ default: (await load()).AdministrationMenu }))
export const AdministrationLinks = lazy(async () => ({ default: (await load()).AdministrationLinks }))
