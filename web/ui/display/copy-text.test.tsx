import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** Simulates a page over plain http. Returns what would end up in the clipboard: the selected part of the focused field. */
function plainHttp(allows: boolean) {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  const copied: string[] = []
  document.execCommand = (command) => {
    const field = document.activeElement as HTMLTextAreaElement
    if (command === 'copy') copied.push(field.value.slice(field.selectionStart, field.selectionEnd))
    return allows
  }
  return copied
}

test('copies over plain http, and leaves no trace', async () => {
  const button = document.createElement('button')
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.append(button)
  document.body.append(dialog)
  button.focus()
  const copied = plainHttp(true)
  await copyText('https://hive.test/shared?token=a\nb')
  expect(copied).toEqual(['https://hive.test/shared?token=a\nb'])
  expect(document.querySelector('textarea')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('throws if the browser refuses', async () => {
  plainHttp(false)
  await expect(copyText('x')).rejects.toThrow()
  expect(document.querySelector('textarea')).toBeNull()
})
