import { lazy } from 'react'
import { loadTexts } from '../../i18n/locale-state.ts'

/** What only administrators come to see, and so is loaded for them alone. */
export const ActingBanner = lazy(async () => ({ default: (await import('./acting-banner.tsx')).ActingBanner }))
export const SecondFactorBanner = lazy(async () => {
  const [{ SecondFactorBanner }] = await Promise.all([import('./second-factor-banner.tsx'), loadTexts('screens')])
  return { default: SecondFactorBanner }
})
