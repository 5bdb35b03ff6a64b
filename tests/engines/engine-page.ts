import { setTimeout as pause } from 'node:timers/promises'

/** Of a pointer or a keyboard, in the words of WebDriver; `x` and `y` in CSS pixels of the window. */
export type Action =
  | { type: string; x: number; y: number; duration: number }
  | { type: string; button?: number; value?: string }
export type ActionSource = { type: 'pointer' | 'key'; id: string; actions: Action[] }

/** What differs from browser to browser: an adapter each. All else is made of it. */
export type EngineDriver = {
  /** Begins at least to load a page. */
  load(url: string): Promise<void>
  /** Calls a function, given as text, in the page; arguments and answer are JSON. */
  run(source: string, json: string): Promise<string | undefined>
  /** Presses and types. */
  act(sources: ActionSource[]): Promise<void>
  picture(): Promise<Buffer>
  /** As near as it can. */
  resize(width: number, height: number): Promise<void>
  /** What the browser has written so far. */
  output(): string
  /** Ends everything that was started, and removes what it kept. */
  close(): Promise<void>
}

/** What to look for: the elements of a selector that are seen, of these the first whose name or text has these words. */
export type Wanted = [selector: string, words?: string]

const roles = {
  button: 'button, [role=button], summary',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  field: 'input, select, textarea',
} as const

const WAITS_MS = 40_000
const LOADS_MS = 10_000
/** What is to come of a press is there by then, except on a busy machine. */
const COMES_MS = 500

export type EnginePage = ReturnType<typeof enginePage>

/** A page as a person uses it: what is pressed is looked for first, until it is there. */
export function enginePage(driver: EngineDriver) {
  async function evaluate<Args extends unknown[], Answer>(
    look: (...args: Args) => Answer,
    ...args: Args
  ): Promise<Awaited<Answer>> {
    const json = await driver.run(String(look), JSON.stringify(args))
    return json === undefined ? (undefined as Awaited<Answer>) : JSON.parse(json)
  }

  /** Asks until there is an answer that counts. Where a page is just loading, asking fails. */
  async function until<Answer>(what: string, look: () => Promise<Answer>): Promise<NonNullable<Answer>> {
    const last = Date.now() + WAITS_MS
    let fault = ''
    for (;;) {
      try {
        const answer = await look()
        if (answer) return answer
        fault = ''
      } catch (error) {
        fault = (error as Error).message
      }
      if (Date.now() > last) {
        const words = await evaluate(() => document.body.innerText).catch(() => '')
        throw new Error(
          `${what} is not there. ${fault}\nThe page says:\n${words}\nThe browser says:\n${driver.output().slice(-3000)}`,
        )
      }
      await pause(100)
    }
  }

  const wantedAs = (role: keyof typeof roles, words: string): Wanted => [roles[role], words]

  function pressAt(at: { x: number; y: number }): Promise<void> {
    const actions = [
      { type: 'pointerMove', ...at, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    return driver.act([{ type: 'pointer', id: 'pointer', actions }])
  }

  /** Presses in the middle of it, once it stands still. */
  const press = async (...[selector, words = '']: Wanted): Promise<void> =>
    pressAt(await until(`${words || selector} to press`, () => evaluate(middleOf, selector, words)))

  /**
   * Presses until what comes of it is there: what still grows or moves may miss it. What came late may lie over what is to be pressed, so
   * that is looked for first.
   */
  const pressUntil = <Answer>(
    [selector, words = '']: Wanted,
    what: string,
    look: () => Promise<Answer>,
  ): Promise<NonNullable<Answer>> =>
    until(what, async () => {
      const before = await look()
      if (before) return before
      const at = await evaluate(middleOf, selector, words)
      if (at) await pressAt(at)
      await pause(COMES_MS)
      return look()
    })

  return {
    /**
     * Resolves once this page is there, or where it leads to. What gets in the way, as a page that loads itself anew or a load that is
     * broken off, makes it ask again.
     */
    async goto(url: string): Promise<void> {
      const before = await evaluate(leave)
      await until(url, async () => {
        await driver.load(url)
        const last = Date.now() + LOADS_MS
        while (Date.now() < last) {
          if (await evaluate(isThere, new URL(url).pathname, before).catch(() => false)) return true
          await pause(100)
        }
        return false
      })
    },
    evaluate,
    until,
    press,
    pressButton: (name: string) => press(...wantedAs('button', name)),
    pressLink: (name: string) => press(...wantedAs('link', name)),
    pressUntil,
    openSheet: (button: string) => pressUntil(wantedAs('button', button), 'an open sheet', () => evaluate(isSheetOpen)),
    /** Waits until it is seen. */
    see: (...[selector, words = '']: Wanted) =>
      until(`${words || selector}`, () => evaluate(middleOf, selector, words)),
    /** Presses into the field with this label, and types. */
    async fill(label: string, text: string): Promise<void> {
      await press(...wantedAs('field', label))
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await driver.act([{ type: 'key', id: 'keyboard', actions: keys }])
    },
    picture: driver.picture,
    /** Answers with the size it has then. */
    async resize(width: number, height: number): Promise<{ width: number; height: number }> {
      await driver.resize(width, height)
      return evaluate(() => ({ width: window.innerWidth, height: window.innerHeight }))
    },
    close: driver.close,
  }
}

/** In the page. */
const isSheetOpen = () => document.querySelector('dialog[open]') !== null

/** In the page: marks it as the one before; where it is. */
function leave() {
  Object.assign(window, { left: true })
  return window.location.pathname
}

/** In the page: whether it is the app, another than before, at this path or where that leads to, and not where one was before. */
const isThere = (path: string, before: string) =>
  !('left' in window) &&
  document.readyState !== 'loading' &&
  document.getElementById('root') !== null &&
  (window.location.pathname === path || window.location.pathname !== before)

/** In the page: where to press what is wanted, scrolled into view; undefined where it is not there, moves, or something lies over it. */
async function middleOf(selector: string, words: string): Promise<{ x: number; y: number } | undefined> {
  const nameOf = (element: Element) => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent)
    return (element.getAttribute('aria-label') ?? (labels.join(' ') || element.textContent) ?? '').replace(/\s+/g, ' ')
  }
  const isSeen = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  const found = [...document.querySelectorAll(selector)].filter(isSeen).find((one) => nameOf(one).includes(words))
  if (!found) return undefined
  found.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const boxOf = () => found.getBoundingClientRect()
  const before = boxOf()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const { left, top, width, height } = boxOf()
  if (before.left !== left || before.top !== top) return undefined
  const at = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  const over = document.elementFromPoint(at.x, at.y)
  return over && (found.contains(over) || over.contains(found)) ? at : undefined
}
