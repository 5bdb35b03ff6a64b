/** Copies a text, even over plain http, where browsers have no `navigator.clipboard`. Throws if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const before = document.activeElement
  // a modal dialog takes the focus away from anything outside it
  const place = before?.closest('dialog, [role="dialog"], [role="alertdialog"]') ?? document.body
  place.append(field)
  try {
    field.focus({ preventScroll: true })
    field.select()
    if (!document.execCommand('copy')) throw new Error('the browser copies nothing')
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
