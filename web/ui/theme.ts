export type Variant = 'hivewatch' | 'biovet'
export type Theme = 'system' | 'light' | 'dark'

/** Sets the variant on the document; the accent follows. */
export function setVariant(variant: Variant): void {
  document.documentElement.dataset.variant = variant
}

/** Sets the theme on the document; `system` follows `prefers-color-scheme`. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** The current value of a color token such as `--series-1`, for a canvas, which does not understand `var()`. */
export function tokenColor(token: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim()
}
