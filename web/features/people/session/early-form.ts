const early = () => document.getElementById('early-form') as HTMLFormElement | null

/** Removes the sign-in form that is in the page before the app has loaded. */
export const dropEarlyForm = (): void => early()?.remove()

/** Takes over what the user did in the early form: the words typed, the focus, and whether it was submitted. Fields are matched by name. */
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
  // not during the render that shows the form
  if ('sent' in before.dataset) setTimeout(() => form.requestSubmit())
}
