import { lazy, type ReactNode } from 'react'
import { loadTexts } from '../../i18n/locale-state.ts'

/** What only administrators come to see, and so is loaded for them alone. */
const banner = (load: () => Promise<{ default: () => ReactNode }>) =>
  lazy(async () => {
    const [module] = await Promise.all([load(), loadTexts('screens')])
    return module
  })

export const ActingBanner = banner(async () => ({ default: (await import('./acting-banner.tsx')).ActingBanner }))
export const SecondFactorBanner = banner(async () => ({
  default: (await import('./second-factor-banner.tsx')).SecondFactorBanner,
}))
