export type Values = Record<string, string | boolean>
/** What stood in a form; `at` in epoch ms. */
export type Draft = { at: number; typed: Values }
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A form in this page. `name` knows it again wherever it is shown; without one its place and `first`, what stood in it at first, do. */
export type ShownForm = {
  form: HTMLFormElement
  name: string | undefined
  path: string
  first: string
  /** Whether something was entered that nobody saved, and whether it was sent off since. */
  isTouched: boolean
  isSubmitted: boolean
  /** The change that began once it was sent off. */
  change?: object | undefined
}

/** Where drafts outlive the page, as the kit knows no storage: for whoever is signed in, else it keeps none. */
export type DraftStore = {
  /** Loads what follows forms. */
  parts: () => Promise<typeof import('./form-drafts.tsx')>
  find: (id: string) => Promise<Draft | undefined>
  keep: (id: string, draft: Draft) => void
  /** Drops it if it still says what was typed, as JSON. */
  drop: (id: string, typed: string) => void
}

/** The forms in this page. */
export const shownForms = new Set<ShownForm>()
/** Those that were closed as they were sent off, before anybody knew whether that went well, or refused since. */
export const closedForms = new Set<ShownForm>()
/** The one that is being sent off, as long as that takes. */
let sending: ShownForm | undefined
/** What is done about drafts; it is loaded with the first form of somebody who is signed in. */
export const drafting = {
  changed: (_: ShownForm) => {},
  flush: () => {},
  ended: (_change: object, _error?: unknown) => {},
}
export const kept: { store?: DraftStore | undefined } = {}
/** Whose drafts are to be given back, as their session ended under their hands. */
let left: { owner: number; onGiven?: () => void } | undefined

const isSwitch = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

const isControl = (control: Element): control is Control =>
  /^(INPUT|SELECT|TEXTAREA)$/.test(control.tagName) && !/^(file|hidden|submit|button)$/.test((control as Control).type)

/** Never kept, also while it is shown. */
const isSecret = ({ type, autocomplete, name, dataset }: Control): boolean =>
  type === 'password' ||
  dataset.secret !== undefined ||
  /password|one-time-code/.test(autocomplete) ||
  /password|secret|code|token|key/i.test(name)

/** The controls of a form by name and place, since radio buttons share a name and some have none. */
export function controlsOf(form: HTMLFormElement): Map<string, Control> {
  const controls = new Map<string, Control>()
  for (const control of [...form.elements].filter(isControl)) {
    let place = 0
    while (controls.has(`${control.name}#${place}`)) place++
    controls.set(`${control.name}#${place}`, control)
  }
  return controls
}

export const typedIn = (control: Control): string | boolean => (isSwitch(control) ? control.checked : control.value)

/** What stands in a form, but for secrets. */
export const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...controlsOf(form)].filter(([, control]) => !isSecret(control)).map(([key, control]) => [key, typedIn(control)]),
  )

/** To be called when a form appears. Returns what is known of it, and how to leave. */
export function showForm(form: HTMLFormElement, name?: string): { one: ShownForm; leave: () => void } {
  const one: ShownForm = {
    form,
    name,
    path: window.location.pathname,
    first: JSON.stringify(valuesOf(form)),
    isTouched: false,
    isSubmitted: false,
  }
  shownForms.add(one)
  const changed = () => {
    one.isTouched = true
    one.isSubmitted = false
    drafting.changed(one)
  }
  form.addEventListener('input', changed)
  form.addEventListener('change', changed)
  return { one, leave: () => shownForms.delete(one) }
}

/** To be called as a form is sent off. */
export function sendForm(one: ShownForm): void {
  Object.assign(one, { isSubmitted: true, change: undefined })
  sending = one
  queueMicrotask(() => {
    sending = undefined
  })
}

/** A change is that of the form which is being sent off, else of those that were and have none yet: a dialog may have asked first. */
export function changeBegins(change: object): void {
  for (const one of sending ? [sending] : [...shownForms, ...closedForms]) if (one.isSubmitted) one.change ??= change
}

/** Whether a form in this page holds what nobody saved. */
export const somethingIsTyped = (): boolean =>
  [...shownForms].some(({ form, first, isTouched }) => isTouched && JSON.stringify(valuesOf(form)) !== first)

/** Keeps what is typed for its owner, whose session is over. */
export function keepDrafts(owner: number): void {
  if (!somethingIsTyped()) return
  drafting.flush()
  left = { owner }
}

/** Whether drafts wait for their owner, who was signed out while typing. */
export const draftsWait = (): boolean => left !== undefined

/** Tells when the owner was given the first of these back, as its form appeared. */
export function giveDraftsBack(owner: number, onGiven: () => void): void {
  if (left?.owner === owner) left.onGiven = onGiven
  else left = undefined
}

export function draftIsGiven(): void {
  left?.onGiven?.()
  left = undefined
}

export function forgetDrafts(): void {
  left = undefined
  for (const one of shownForms) one.isTouched = false
  closedForms.clear()
}
