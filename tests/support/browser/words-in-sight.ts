import type { Page } from '@playwright/test'

/** Words in sight that stand on two lines, each with the element around it. What nobody reads as words may be broken anywhere. */
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

/** Words that end beyond the screen or what surrounds them, each with the element around it. What is shortened or can be moved aside may. */
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

/** Words in sight that are smaller than body text, each with the element around it. Units may be. */
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
