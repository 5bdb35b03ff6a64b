const early = () => document.getElementById('early-form') as HTMLFormElement | null

/** Takes away the form that stood in the page before the app was there. */
export const dropEarlyForm = (): void => early()?.remove()

/**
 * Goes on with what somebody typed before the app was there: words, focus, and that it was sent off. Fields are matched by their
 * names.
 */
export function takeEarlyForm(form: HTMLFormElement): void {
  const before = early()
  if (!before) return
  const focused = document.activeElement
  for (const typed of before.querySelectorAll('input')) {
    const field = form.elements.namedItem(typed.name)
    if (!(field instanceof HTMLInputElement)) continue
    if (typed.value) field.value = typed.value
    if (typed === focused) field.focus({ preventScroll: true })
  }
  dropEarlyForm()
  // not in the middle of what shows it
  if ('sent' in before.dataset) setTimeout(() => form.requestSubmit())
}
