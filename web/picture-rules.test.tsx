import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { readSheets, rulesFor } from './picture-rules.ts'

/** Adds a style sheet to the document; `href` makes it that of a file. */
function addSheet(css: string, href: string | null = null) {
  const style = document.createElement('style')
  style.textContent = css
  document.head.append(style)
  return { ownerNode: style, href, cssRules: style.sheet!.cssRules } as unknown as CSSStyleSheet
}

let shown: CSSStyleSheet[]
let sheets: MockInstance
const showSheets = (...them: CSSStyleSheet[]) => {
  shown = them
}

beforeEach(() => {
  sheets = vi.spyOn(document, 'styleSheets', 'get').mockImplementation(() => shown as never)
})
afterEach(() => {
  sheets.mockRestore()
  document.head.replaceChildren()
})

test('includes the rules for the given classes and those for everything', () => {
  showSheets(addSheet('.row { color: red } .row .name { color: blue } .other { color: green } h1 { margin: 0 }'))
  const rules = rulesFor(new Set(['row']))
  expect(rules).toContain('.row')
  expect(rules).toContain('.name')
  expect(rules).toContain('h1')
  expect(rules).not.toContain('.other')
})

test('leaves out what comes with the page, and what browser extensions add, which scripts may not read', () => {
  const page = addSheet('.row { color: red }')
  ;(page.ownerNode as HTMLElement).dataset.page = ''
  const foreign = { ownerNode: null, href: 'chrome-extension://some/look.css' } as unknown as CSSStyleSheet
  Object.defineProperty(foreign, 'cssRules', {
    get() {
      throw new DOMException('Cannot access rules', 'SecurityError')
    },
  })
  showSheets(page, foreign, addSheet('.row { margin: 0 }', `${window.location.origin}/assets/common.css`))
  const rules = rulesFor(new Set(['row']))
  expect(rules).toContain('margin')
  expect(rules).not.toContain('color')
})

test('leaves out a sheet that did not arrive, and reads it once it has', () => {
  const late = addSheet('.row { margin: 0 }', `${window.location.origin}/assets/shop.css`)
  const { cssRules } = late
  let isHere = false
  Object.defineProperty(late, 'cssRules', {
    get() {
      if (!isHere) throw new DOMException('Cannot access rules', 'SecurityError')
      return cssRules
    },
  })
  showSheets(late, addSheet('.row { color: red }'))
  expect(rulesFor(new Set(['row']))).not.toContain('margin')
  isHere = true
  expect(rulesFor(new Set(['row']))).toContain('margin')
})

test('each sheet is read once, when there is time for it', async () => {
  const first = addSheet('.row { color: red }')
  const second = addSheet('.row { margin: 0 }')
  const read = vi.fn()
  for (const sheet of [first, second]) {
    const { cssRules } = sheet
    Object.defineProperty(sheet, 'cssRules', {
      get() {
        read()
        return cssRules
      },
    })
  }
  showSheets(first, second)
  const readBefore: number[] = []
  const free = async () => void readBefore.push(read.mock.calls.length)
  await readSheets(free)
  expect(readBefore).toEqual([0, 1])
  await readSheets(free)
  expect(rulesFor(new Set(['row']))).toContain('margin')
  expect(read).toHaveBeenCalledTimes(2)
  expect(readBefore).toHaveLength(2)
})
