import { useSyncExternalStore } from 'react'
import { setTheme } from './theme.ts'

/** A canvas keeps its colors on paper, where only style sheets know that they are light. */
const turnLight = () => setTheme('light')
const turnBack = () => setTheme('system')

function subscribe(changed: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(changed)
  system.addEventListener('change', changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-variant'] })
  window.addEventListener('beforeprint', turnLight)
  window.addEventListener('afterprint', turnBack)
  return () => {
    system.removeEventListener('change', changed)
    observer.disconnect()
  }
}

function lookNow(): string {
  const { theme, variant = 'hivewatch' } = document.documentElement.dataset
  const dark = theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
  return `${variant}-${dark ? 'dark' : 'light'}`
}

/** A key such as `biovet-dark` that changes with theme and variant; a canvas redraws when it changes. */
export function useLook(): string {
  return useSyncExternalStore(subscribe, lookNow, () => 'hivewatch-light')
}
