import type { Mutation } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from '../../i18n/intl.tsx'
import { Button } from '../button.tsx'
import { fillInForm, stopFilling } from './fill-in-form.ts'
import styles from './form.module.css'
import {
  closedForms,
  type Draft,
  draftIsGiven,
  drafting,
  kept,
  type ShownForm,
  shownForms,
  type Values,
  valuesOf,
} from './shown-forms.ts'

/** How long a pause in typing lasts before the draft is saved. */
const PAUSE_MS = 300

const timers = new Map<ShownForm, ReturnType<typeof setTimeout>>()
const filling = new Set<ShownForm>()
const lastKept = new WeakMap<ShownForm, string>()
/** The draft stored for a form, as far as this page knows. Another tab may have stored a different one, which this page must not drop. */
const own = new WeakMap<ShownForm, string>()
/** Submitted forms whose content is kept elsewhere until it is saved. */
const queued = new WeakSet<ShownForm>()

const idOf = ({ name, path, first }: ShownForm): string => name ?? `${path} ${first}`

function keepNow(one: ShownForm): void {
  clearTimeout(timers.get(one))
  timers.delete(one)
  if (!one.isTouched || filling.has(one) || (one.isSubmitted && queued.has(one))) return
  const typed = valuesOf(one.form)
  const text = JSON.stringify(typed)
  if (text === lastKept.get(one)) return
  lastKept.set(one, text)
  if (text === one.first) drop(one)
  else {
    own.set(one, text)
    kept.store?.keep(idOf(one), { at: Date.now(), typed })
  }
}

function drop(one: ShownForm): void {
  const text = own.get(one)
  own.delete(one)
  if (text !== undefined) kept.store?.drop(idOf(one), text)
}

const isFrom = (change: object | undefined, variables: object): boolean =>
  (change as Partial<Mutation> | undefined)?.state?.variables === variables

Object.assign(drafting, {
  changed(one: ShownForm) {
    clearTimeout(timers.get(one))
    timers.set(
      one,
      // what was left is kept then and there
      setTimeout(() => shownForms.has(one) && keepNow(one), PAUSE_MS),
    )
  },
  flush: () => shownForms.forEach(keepNow),
  queued(variables: object) {
    for (const one of [...shownForms, ...closedForms]) {
      if (!one.isSubmitted || queued.has(one) || !isFrom(one.change, variables)) continue
      queued.add(one)
      clearTimeout(timers.get(one))
      lastKept.delete(one)
      drop(one)
    }
  },
  /** A draft that was submitted with a change is dropped if the change succeeded; otherwise it waits for the next attempt. */
  ended(change: object, error?: unknown) {
    for (const one of [...shownForms, ...closedForms]) {
      if (!one.isSubmitted || one.change !== change) continue
      one.change = undefined
      // it is retried once the person has confirmed their identity
      if (Object(error).code === 'confirm_identity') continue
      one.isSubmitted = false
      if (queued.delete(one) && error) keepNow(one)
      if (error) continue
      closedForms.delete(one)
      clearTimeout(timers.get(one))
      drop(one)
      Object.assign(one, { first: JSON.stringify(valuesOf(one.form)), isTouched: false })
      one.form.dispatchEvent(new Event('saved'))
    }
  },
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') drafting.flush()
})
window.addEventListener('pagehide', () => drafting.flush())
// what was submitted but then canceled at the confirmation question counts as typed again
document.addEventListener(
  'cancel',
  ({ target }) => {
    if (!(target as Element).matches('[role="alertdialog"]')) return
    for (const one of shownForms) if (!one.change) one.isSubmitted = false
  },
  true,
)

/** Keeps what is typed into a form and restores what was typed into the same form before. Returns a function that stops this. */
export function followForm(one: ShownForm, onDraft: (draft: Draft | undefined) => void): () => void {
  let isHere = true
  const goesOn = goesOnWith(one)
  /** Nothing has been entered or saved while the draft was being looked up; otherwise what was already sent would come back. */
  let isFresh = !one.isTouched
  const saved = () => {
    isFresh = false
    stopFilling(one.form)
    onDraft(undefined)
  }
  one.form.addEventListener('saved', saved)
  // the person was faster than the loading of this code
  if (one.isTouched) drafting.changed(one)
  const given = goesOn ? undefined : kept.store?.find(idOf(one))
  void given?.then(async (draft) => {
    if (!draft) return
    // the person was faster: what they enter replaces the stored draft
    if (!own.has(one)) own.set(one, JSON.stringify(draft.typed))
    if (!isFresh) drop(one)
    if (!isHere || !isFresh || one.isTouched) return
    onDraft(draft)
    await fill(one, draft.typed)
    one.isTouched = true
    lastKept.set(one, JSON.stringify(valuesOf(one.form)))
    draftIsGiven()
  })
  return () => {
    isHere = false
    one.form.removeEventListener('saved', saved)
    keepNow(one)
    if (one.isSubmitted) closedForms.add(one)
  }
}

/** Keeps what was typed into a form that was left before this code was loaded. */
export function keepLeft(one: ShownForm): void {
  if (!one.isSubmitted) keepNow(one)
}

/** Continues a form that was closed while being sent, was refused, and is shown again with the same content: there is one draft, whichever form gets saved. */
function goesOnWith(one: ShownForm): boolean {
  const before = [...closedForms].find(
    (gone) =>
      !gone.isSubmitted &&
      gone.path === one.path &&
      gone.name === one.name &&
      JSON.stringify(valuesOf(gone.form)) === one.first,
  )
  if (!before) return false
  closedForms.delete(before)
  const text = own.get(before)
  if (text !== undefined) own.set(one, text)
  lastKept.set(one, one.first)
  Object.assign(one, { first: before.first, isTouched: before.isTouched })
  return true
}

/** Throws a draft away and restores the form's original content. */
export async function discardDraft(one: ShownForm): Promise<void> {
  drop(one)
  await fill(one, JSON.parse(one.first) as Values)
  clearTimeout(timers.get(one))
  one.isTouched = false
  lastKept.set(one, one.first)
}

async function fill(one: ShownForm, values: Values): Promise<void> {
  filling.add(one)
  await fillInForm(one.form, values)
  filling.delete(one)
}

/** Says that a form holds what was typed earlier, and offers to discard it. */
export function DraftLine({ at, onDiscard }: { at: number; onDiscard: () => void }) {
  const intl = useIntl()
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const time = intl.formatDate(at, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className={styles.draft} role="status">
      <FormattedMessage id="ui.draft" values={{ time }} />
      <Button kind="quiet" onClick={onDiscard}>
        <FormattedMessage id="ui.draft.discard" />
      </Button>
    </div>
  )
}
