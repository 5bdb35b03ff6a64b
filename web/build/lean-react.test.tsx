import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type * as ReactType from 'react'
import type * as ReactDOMType from 'react-dom'
import type * as ClientType from 'react-dom/client'
import { expect, it } from 'vitest'
import { withoutAbsent } from './lean-react.ts'

const folderOf = (name: string) => path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
const built = (name: string, file: string) => readFileSync(path.join(folderOf(name), 'cjs', file), 'utf8')
const client = built('react-dom', 'react-dom-client.production.js')
const lean = withoutAbsent(client)

/** Loads React as a page has it, with the given client code. */
function reactWith(clientCode: string) {
  const codes: Record<string, string> = {
    react: built('react', 'react.production.js'),
    'react-dom': built('react-dom', 'react-dom.production.js'),
    'react-dom/client': clientCode,
    scheduler: built('scheduler', 'scheduler.production.js'),
  }
  const loaded: Record<string, { exports: unknown }> = {}
  function load(name: string): unknown {
    if (!loaded[name]) {
      loaded[name] = { exports: {} }
      new Function('exports', 'require', codes[name]!)(loaded[name].exports, load)
    }
    return loaded[name].exports
  }
  return {
    react: load('react') as typeof ReactType,
    dom: load('react-dom') as typeof ReactDOMType,
    client: load('react-dom/client') as typeof ClientType,
  }
}

type React = ReturnType<typeof reactWith>

/** A page with one of everything the app uses; each step records the content at that point. */
async function tour({ react, dom, client }: React): Promise<string[]> {
  const { createElement: h, Suspense, lazy, memo, forwardRef, createContext, useContext, useState, useEffect } = react
  const { useLayoutEffect, useRef, useId, useDeferredValue, useTransition, useSyncExternalStore, useReducer, use } =
    react
  const steps: string[] = []
  const said: string[] = []
  const place = document.createElement('main')
  const beside = document.createElement('aside')
  document.body.replaceChildren(place, beside)

  const Unit = createContext('kg')
  let arrive = (_: { default: () => ReactType.ReactNode }) => {}
  const Later = lazy(() => new Promise<{ default: () => ReactType.ReactNode }>((resolve) => (arrive = resolve)))
  const answered = Promise.resolve('answered')
  let stored = 1
  const listeners = new Set<() => void>()
  const store = (value: number) => {
    stored = value
    for (const listener of listeners) listener()
  }
  const Weight = memo(({ grams }: { grams: number }) =>
    h('output', {}, grams, h(Unit.Consumer, { children: (unit) => unit })),
  )
  const Field = forwardRef<HTMLInputElement, { name: string }>(({ name }, ref) =>
    h('input', { name, ref, defaultValue: name }),
  )
  const Answer = () => h('q', {}, use(answered))

  class Boundary extends react.Component<{ children: ReactType.ReactNode }, { error?: Error }> {
    override state: { error?: Error } = {}
    static getDerivedStateFromError = (error: Error) => ({ error })
    override componentDidCatch(error: Error) {
      said.push(`caught ${error.message}`)
    }
    override render() {
      return this.state.error ? h('em', {}, this.state.error.message) : this.props.children
    }
  }
  function Broken({ when }: { when: boolean }): ReactType.ReactNode {
    if (when) throw new Error('broken')
    return h('i', {}, 'whole')
  }

  function sent(event: Event) {
    event.preventDefault()
    said.push('submitted')
  }

  function Page() {
    const [hives, setHives] = useState(['Linde', 'Ahorn', 'Esche'])
    const [isOpen, open] = useReducer((was: boolean) => !was, false)
    const [text, setText] = useState('a')
    const deferred = useDeferredValue(text, '')
    const [isPending, start] = useTransition()
    const value = useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => stored,
    )
    const field = useRef<HTMLInputElement>(null)
    useEffect(() => {
      said.push(`effect ${isOpen}`)
      return () => void said.push(`gone ${isOpen}`)
    }, [isOpen])
    useLayoutEffect(() => void said.push(`layout ${field.current?.name}`))
    return h(
      Unit.Provider,
      { value: useContext(Unit).toUpperCase() },
      h('button', { id: 'turn', onClick: () => setHives([...hives].reverse()) }, 'turn'),
      h('button', { id: 'open', onClick: open, onMouseEnter: () => said.push('entered') }, 'open'),
      h('button', { id: 'start', onClick: () => start(() => setHives((was) => [...was, 'Buche'])) }, String(isPending)),
      h(
        'ul',
        { style: { width: 3, lineHeight: 2 } },
        ...hives.map((hive) => h('li', { key: hive, className: hive }, hive)),
      ),
      h('form', { onSubmit: sent }, [
        h('input', { key: 'text', id: 'text', value: text, onChange: (event) => setText(event.target.value) }),
        h('select', { key: 'select', defaultValue: 'b' }, h('option', { value: 'a' }), h('option', { value: 'b' })),
        h('textarea', { key: 'area', defaultValue: 'note' }),
        h('input', { key: 'box', type: 'checkbox', defaultChecked: true }),
        h(Field, { key: 'field', name: 'field', ref: field }),
        h('label', { key: 'label', htmlFor: useId() }, deferred),
      ]),
      h('svg', { viewBox: '0 0 1 1' }, h('title', {}, 'curve'), h('path', { strokeWidth: 2, d: 'M0 0' })),
      h('style', {}, 'main { color: red }'),
      h('div', { dangerouslySetInnerHTML: { __html: '<b>bold</b>' }, hidden: !isOpen }),
      h(Weight, { grams: value }),
      h(Suspense, { fallback: 'waits' }, isOpen && h(Later), isOpen && h(Answer)),
      h(Boundary, null, h(Broken, { when: isOpen })),
      isOpen &&
        dom.createPortal(h('dialog', { open: true, onClick: () => said.push('in the portal') }, 'beside'), beside),
    )
  }

  const root = client.createRoot(place, { onCaughtError: () => {} })
  /** Records the content once it contains `words` and no longer changes. */
  async function look(words: string) {
    const seen = () => `${place.innerHTML} | ${beside.innerHTML} | ${said.join(', ')}`
    await expect.poll(seen).toContain(words)
    for (let before = ''; before !== seen(); await new Promise((resolve) => setTimeout(resolve, 50))) before = seen()
    steps.push(seen())
    said.length = 0
  }
  const press = (selector: string, event: Event = new MouseEvent('click', { bubbles: true })) =>
    document.querySelector(selector)!.dispatchEvent(event)

  root.render(h(Page))
  await look('effect false')
  press('#turn')
  await look('Linde</li></ul>')
  press('#open')
  await look('waits')
  press('#open', new MouseEvent('mouseover', { bubbles: true }))
  press('dialog')
  await look('in the portal')
  arrive({ default: () => h('strong', {}, 'came') })
  await look('came</strong><q>answered')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(document.querySelector('#text'), 'ab')
  press('#text', new Event('input', { bubbles: true }))
  await look('>ab</label>')
  press('#start')
  store(42)
  await look('Buche</li></ul>')
  dom.flushSync(() => press('form', new Event('submit', { bubbles: true, cancelable: true })))
  press('#open')
  await look('effect false')
  root.unmount()
  await look('gone false')
  return steps
}

it('renders and handles events like the complete React', async () => {
  const whole = await tour(reactWith(client))
  expect(await tour(reactWith(lean))).toEqual(whole)
  expect(whole).toHaveLength(9)
  for (const words of ['caught broken', 'entered', 'submitted', '42KG']) expect(whole.join('\n')).toContain(words)
})

it.each([
  ['isHydrating', 'isWet'],
  ['shouldStartViewTransition', 'startsTransition'],
  ['.dehydrated', '.dry'],
  ['isHostHoistableType', 'isLifted'],
  ['retryIfBlockedOn', 'retry'],
  ['useOptimistic', 'useHope'],
  ['exports.hydrateRoot', 'exports.hydrate'],
  ['FragmentInstance.prototype', 'Fragment.prototype'],
  ['ReactDOMSharedInternals.d', 'Internals.d'],
  ['335544064', '1'],
  ['18', '118'],
])('throws if React names %s differently', (name, other) => {
  expect(client).toContain(name)
  expect(() => withoutAbsent(client.replaceAll(name, other))).toThrow(`react-dom has no ${name.replace(/^[.]/, '')}`)
})

it('throws if a variable has another meaning', () => {
  expect(() => withoutAbsent(`${client}\nisHydrating = workInProgress;`)).toThrow('may be `workInProgress`')
})
