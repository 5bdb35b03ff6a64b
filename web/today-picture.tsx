import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { openAlarmsQuery } from './features/alerts/alarms/alarm-queries.ts'
import { withPendingVerdicts } from './features/alerts/alarms/pending-verdicts.ts'
import { START_PATH } from './features/people/session/from-path.ts'
import { isSignedIn, session, user } from './features/people/session/session-state.ts'
import { OfflineLine } from './features/platform/navigation/offline-line.tsx'
import { LanguageProvider, writtenAs } from './i18n/language-provider.tsx'
import { AgeWords } from './offline/data-age.tsx'
import { KEPT_PICTURE, readStored, removeStored, tryWrite } from './offline/local-storage.ts'
import { unsent, whenUnsentChanges } from './offline/outbox.ts'
import { withoutReload } from './offline/reload-once.ts'
import { readSheets, rulesFor } from './picture-rules.ts'

/** Nobody sees what is further down before the app has loaded. */
const LOWEST_PX = 4000
const MOST_CHARACTERS = 150_000

/** `ago`: a time in epoch ms, shown as time elapsed when it is drawn. Otherwise the text is `is` on that `day` (as from `toDateString`), and `was` later. */
type Time = { ago: number } | { day: string; is: string; was: string }
/** Text, a time, or an element with its attributes and content; `when`: drawn only with or without a network. */
type Part = string | Time | [string, Record<string, string>, ...Part[]]
/** `at`: epoch ms. `height` in px. `alarms`: the waiting ones in it. The page reads the rest: web/index.html. */
type Picture = {
  key: string
  at: number
  locale: string
  height: number
  css: string
  look: DOMStringMap
  tree: Part
  alarms: string
}

declare global {
  interface Window {
    /** Identifies whose picture the page would draw now, and in which look; null if nobody's. */
    pictureKey?: () => string | null
  }
}

/** Stores a picture of Today for the next visit: when the browser is idle after a change, and when the page is hidden. */
export function followToday(client: QueryClient): void {
  let asked = false
  const look = () => {
    asked = false
    if (!isSignedIn(session.phase)) return
    if (window.location.pathname === START_PATH) {
      keep(waitingAlarms(client))
      void keepHives(client)
      // a part of the screen that appears by itself changes no answer
      if (document.querySelector('#root main [data-loading]')) setTimeout(lookLater, 1000)
    } else if (alarmsOfKept() !== waitingAlarms(client)) removeStored(KEPT_PICTURE)
  }
  const lookLater = () => {
    if (asked) return
    asked = true
    void readSheets(idle).then(idle).finally(look)
  }
  lookLater()
  client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') lookLater()
  })
  whenUnsentChanges(lookLater)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') look()
  })
}

/** Resolves when there is nothing else to do. */
const idle = () =>
  new Promise<void>((resolve) => {
    // Safari does not support this callback
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 1000)
  })

let areHivesAsked = false

/** Runs once, when Today is shown and the device has stored the app. */
async function keepHives(client: QueryClient): Promise<void> {
  if (areHivesAsked || client.getQueryData(['controller']) !== undefined) return
  areHivesAsked = true
  const part = await withoutReload(() => import('./routes/-pieces/hives.ts')).catch(() => undefined)
  await part?.keepLists(client)
}

const waitingAlarms = (client: QueryClient): string =>
  withPendingVerdicts(client.getQueryData(openAlarmsQuery.queryKey) ?? [], unsent())
    .filter(({ verdict }) => verdict === null)
    .map(({ id }) => id)
    .join()

function alarmsOfKept(): string | undefined {
  try {
    return (JSON.parse(readStored(KEPT_PICTURE) ?? '') as Partial<Picture>).alarms
  } catch {
    return undefined
  }
}

function keep(alarms: string): void {
  const picture = take(alarms)
  if (!picture) return
  const text = JSON.stringify(picture)
  if (text.length > MOST_CHARACTERS || !tryWrite(KEPT_PICTURE, text)) removeStored(KEPT_PICTURE)
}

/** Returns undefined if the screen is not what somebody sees when opening the app. */
function take(alarms: string): Picture | undefined {
  const frame = document.querySelector('#root [data-bottom-bar="true"]')
  const main = frame?.querySelector('main')
  const key = window.pictureKey?.()
  const isOther = !/^(\?lang=..)?$/.test(window.location.search) || user.acting || !key?.startsWith(`${user.id},`)
  if (!frame || !main?.querySelector('h1 time, ul, table') || isOther) return undefined
  if (main.querySelector('[role="status"], [role="alert"]')) return undefined
  if (main.querySelector<HTMLInputElement>('[type="search"]')?.value) return undefined
  const classes = new Set<string>()
  const parts = [...frame.children].flatMap((child) => {
    if (!child.matches('a, header, main, footer, nav')) return []
    const part = partOf(child, classes)
    return child.matches('header') ? [part, ...drawn(<OfflineLine online={false} />, 'offline', classes)] : [part]
  })
  const { scrollHeight: height } = document.documentElement
  const tree = [frame.localName, attributesOf(frame, classes), ...parts] as Part
  const look = { ...document.documentElement.dataset }
  return { key: key!, at: Date.now(), locale: writtenAs(), height, css: rulesFor(classes), look, tree, alarms }
}

let sketch: { holder: Element; root: Root } | undefined

/** Created once, since every root listens to all events. */
function beginSketch() {
  const holder = document.createElement('div')
  return { holder, root: createRoot(holder) }
}

/** Renders parts of the app that are shown only with or only without a network. */
function drawn(node: ReactNode, when: 'online' | 'offline', classes: Set<string>): Part[] {
  sketch ??= beginSketch()
  const { holder, root } = sketch
  flushSync(() => root.render(<LanguageProvider>{node}</LanguageProvider>))
  return [...holder.children].map((child) => {
    const [name, { role: _, ...attributes }, ...within] = partOf(child, classes) as Exclude<Part, string | Time>
    return [name, { ...attributes, when }, ...within] as Part
  })
}

function partOf(element: Element, classes: Set<string>): Part {
  if (element instanceof HTMLTimeElement) return timeOf(element)
  const within = [...element.childNodes].flatMap((child): Part[] => {
    if (child instanceof Text) return [child.data]
    if (!(child instanceof Element) || isLeftOut(child)) return []
    const age = child.parentElement?.matches('h1 + p') && child.querySelector('time')
    if (!age) return [partOf(child, classes)]
    const at = new Date(age.dateTime)
    return [
      ...drawn(<AgeWords at={at} online />, 'online', classes),
      ...drawn(<AgeWords at={at} online={false} />, 'offline', classes),
    ]
  })
  return [element.localName, attributesOf(element, classes), ...within]
}

const isLeftOut = (element: Element): boolean =>
  element.matches('dialog, [popover]') ||
  (element.matches('li, tr') && element.getBoundingClientRect().top + window.scrollY > LOWEST_PX)

/** Attributes that refer to other elements get names of their own, since the app below has the same ones. */
const tied = /^(id|for|aria-(labelledby|describedby|controls))$/

function attributesOf(element: Element, classes: Set<string>): Record<string, string> {
  for (const name of element.classList) classes.add(name)
  const attributes: Record<string, string> = {}
  for (const { name, value } of element.attributes) {
    if (tied.test(name)) attributes[name] = value.replace(/\S+/g, 'early-$&')
    else if (!/^(name|value|aria-(busy|live))$/.test(name)) attributes[name] = value.replace(/^#/, '#early-')
  }
  if (element instanceof HTMLInputElement && element.checked) attributes.checked = ''
  if (element instanceof HTMLOptionElement && element.selected) attributes.selected = ''
  if (element.matches('select, [type="search"]')) attributes.inert = ''
  return attributes
}

function timeOf(element: HTMLTimeElement): Time | string {
  const text = element.textContent
  const date = new Date(element.dateTime)
  if ('ago' in element.dataset) return { ago: date.getTime() }
  const day = new Date().toDateString()
  if (date.toDateString() !== day) return text
  const was = new Intl.DateTimeFormat(writtenAs(), { dateStyle: 'medium', timeStyle: 'short' }).format(date)
  return { day, is: text, was }
}
