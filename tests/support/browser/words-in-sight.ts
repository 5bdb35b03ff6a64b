import type { Page } from '@playwright/test'

/** Visible words that are broken over two lines, each with the element around it. Text that nobody reads as words may break anywhere. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isRead = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.clientWidth !== 1 &&
      !element.closest('svg, pre, code, textarea')
    const broken = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (!text.parentElement || !isRead(text.parentElement)) continue
      for (const { 0: word, index } of text.data.matchAll(/\p{L}{2,}/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top))
        if (lines.size > 1) broken.add(`${word} in ${(text.parentElement.cloneNode() as Element).outerHTML}`)
      }
    }
    return [...broken]
  })
}

/** Words that extend beyond the screen or their container, each with the element around it. Except text that is truncated on purpose or can be scrolled. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const element = text.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true }) || !/\p{L}/u.test(text.data)) continue
      let end = innerWidth
      let isFree = false
      for (let around: Element | null = element; around && !isFree; around = around.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(around)
        isFree = around.clientWidth === 1 || textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX)
        if (overflowX !== 'visible') end = Math.min(end, around.getBoundingClientRect().right)
      }
      const range = document.createRange()
      range.selectNodeContents(text)
      if (!isFree && range.getBoundingClientRect().right > end + 1)
        cut.add(`${text.data} in ${(element.cloneNode() as Element).outerHTML}`)
    }
    return [...cut]
  })
}

/** Visible words that are smaller than body text, each with the element around it, except units. */
export function smallWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const small = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const element = text.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true }) || !/\p{L}{4,}/u.test(text.data)) continue
      if (Number.parseFloat(getComputedStyle(element).fontSize) < 15)
        small.add(`${text.data} in ${(element.cloneNode() as Element).outerHTML}`)
    }
    return [...small]
  })
}
