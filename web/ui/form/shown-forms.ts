export type Values = Record<string, string | boolean>
/** The content of a form; `at` in epoch ms. */
export type Draft = { at: number; typed: Values }
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A form in this page. It is recognized by `name` wherever it is shown; without a name, by its path and `first`, its initial content. */
export type ShownForm = {
  form: HTMLFormElement
  name: string | undefined
  path: string
  first: string
  /** Whether something was entered and not saved yet, and whether the form has been submitted since. */
  isTouched: boolean
  isSubmitted: boolean
  /** The change that started when the form was submitted. */
  change?: object | undefined
}

/**
 * Storage for drafts beyond the life of the page, injected because the kit has no storage of its own. It belongs to whoever is signed in; otherwise nothing is
 * kept.
 */
export type DraftStore = {
  owner: number
  /** Loads the code that tracks forms. */
  parts: () => Promise<typeof import('./form-drafts.tsx')>
  find: (id: string) => Promise<Draft | undefined>
  keep: (id: string, draft: Draft) => void
  /** Drops the draft if it still contains `typed`, given as JSON. */
  drop: (id: string, typed: string) => void
}

/** The forms in this page. */
export const shownForms = new Set<ShownForm>()
/** Forms that were closed after being submitted, before the result was known, or that have been refused since. */
export const closedForms = new Set<ShownForm>()
/** The form being submitted, for as long as submitting takes. */
let sending: ShownForm | undefined
/** Hooks for drafts; the implementation is loaded with the first form of someone who is signed in. */
export const drafting: {
  changed: (one: ShownForm) => void
  flush: () => void
  ended: (change: object, error?: unknown) => void
  /** Something else keeps what a form was submitted with, given as the variables of its change. */
  queued?: (variables: object) => void
  /** Whoever typed them signed out. */
  forgotten?: () => void
} = {
  changed: () => {},
  flush: () => {},
  ended: () => {},
}
export const kept: { store?: DraftStore | undefined } = {}
/** The account whose drafts are to be restored because its session ended while the person was typing. */
let left: { owner: number; onGiven?: () => void } | undefined

const isSwitch = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

const controls = ':is(input, select, textarea):not([readonly], [type=file], [type=hidden])'

/** Never kept, even while the field shows its content. */
const isSecret = ({ type, autocomplete, name, dataset }: Control): boolean =>
  type === 'password' ||
  dataset.secret !== undefined ||
  /password|one-time-code/.test(autocomplete) ||
  /password|secret|code|token|key/i.test(name)

/** The controls of a form, keyed by name (or `data-name`, if theirs is made up or belongs to a hidden field) and position, since some share a name. */
export function controlsOf(form: HTMLFormElement): Map<string, Control> {
  const found = new Map<string, Control>()
  for (const control of form.querySelectorAll<Control>(controls)) {
    const name = control.dataset.name ?? control.name
    let place = 0
    while (found.has(`${name}#${place}`)) place++
    found.set(`${name}#${place}`, control)
  }
  return found
}

export const typedIn = (control: Control): string | boolean => (isSwitch(control) ? control.checked : control.value)

/** The values of a form, except secrets. */
export const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...controlsOf(form)].filter(([, control]) => !isSecret(control)).map(([key, control]) => [key, typedIn(control)]),
  )

/** Call when a form appears. Returns its record and a function to call when it goes away. */
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

/** Call when a form is submitted. */
export function sendForm(one: ShownForm): void {
  Object.assign(one, { isSubmitted: true, change: undefined })
  sending = one
  queueMicrotask(() => {
    sending = undefined
  })
}

/** Assigns a change to the form being submitted, or otherwise to submitted forms that have no change yet, since a dialog may have asked first. */
export function changeBegins(change: object): void {
  for (const one of sending ? [sending] : [...shownForms, ...closedForms]) if (one.isSubmitted) one.change ??= change
}

/** Whether any form in this page holds unsaved input. */
export const somethingIsTyped = (): boolean =>
  [...shownForms].some(({ form, first, isTouched }) => isTouched && JSON.stringify(valuesOf(form)) !== first)

/** Keeps what was typed for its owner, whose session has ended. */
export function keepDrafts(owner: number): void {
  if (!somethingIsTyped()) return
  drafting.flush()
  left = { owner }
}

/** Whether drafts are waiting for an owner who was signed out while typing. */
export const draftsWait = (): boolean => left !== undefined

/** Calls `onGiven` when the owner gets the first of these drafts back, as its form appears. */
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
  drafting.forgotten?.()
  for (const one of shownForms) one.isTouched = false
  closedForms.clear()
}
