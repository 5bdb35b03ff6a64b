import { controlsOf, typedIn, type Values } from './shown-forms.ts'

/** Rounds of filling in, because a choice may reveal further fields. */
const ROUNDS = 4

const waiting = new WeakMap<HTMLFormElement, MutationObserver>()

/**
 * Enters values into a form the way a person would, so that listeners on its fields are notified. What has no field or no such option yet, since a list is
 * still loading, is entered as soon as it has, unless something else was chosen there by then.
 */
export async function fillInForm(form: HTMLFormElement, values: Values): Promise<void> {
  stopFilling(form)
  for (let round = 0; round < ROUNDS; round++) {
    for (const key of Object.keys(values)) enter(form, key, values)
    await new Promise((resolve) => setTimeout(resolve))
  }
  /** What the fields that wait for an option show until then. */
  const shown = new Map(
    Object.keys(values).flatMap((key) => (isMissing(form, key, values) ? [[key, at(form, key)]] : [])),
  )
  if (shown.size === 0) return
  const observer = new MutationObserver(() => {
    for (const [key, before] of shown) {
      if (isMissing(form, key, values)) continue
      shown.delete(key)
      if (before === undefined || at(form, key) === before) enter(form, key, values)
    }
    if (shown.size === 0) observer.disconnect()
  })
  observer.observe(form, { childList: true, subtree: true })
  waiting.set(form, observer)
}

/** Gives up on what has no field yet. */
export const stopFilling = (form: HTMLFormElement): void => waiting.get(form)?.disconnect()

function at(form: HTMLFormElement, key: string): string | boolean | undefined {
  const control = controlsOf(form).get(key)
  return control && typedIn(control)
}

function isMissing(form: HTMLFormElement, key: string, values: Values): boolean {
  const control = controlsOf(form).get(key)
  if (!(control instanceof HTMLSelectElement)) return control === undefined
  return ![...control.options].some(({ value }) => value === values[key])
}

function enter(form: HTMLFormElement, key: string, values: Values): void {
  const [control, value] = [controlsOf(form).get(key), values[key]]
  if (!control || typedIn(control) === value || isMissing(form, key, values)) return
  if (typeof value === 'boolean') control.click()
  else write(control, value!)
}

/** React notices a change only if the prototype's own setter is used instead of the one React installed on the element. */
function write(control: Element, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')
  own?.set?.call(control, value)
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}
