import { lazy } from 'react'
import { loadTexts } from '../../../i18n/locale-state.ts'

/** Only administrators see these, and load them and their texts. */
export const DutyBanners = lazy(async () => {
  const [{ DutyBanners }] = await Promise.all([import('./session-parts.ts'), loadTexts('screens')])
  return { default: DutyBanners }
})
