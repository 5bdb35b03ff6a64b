import { controlsOf, typedIn, type Values } from './shown-forms.ts'

/** A choice may bring further fields. */
const ROUNDS = 4

/** Enters values into a form as a person would, so that whoever follows its fields hears of it. */
export async function fillInForm(form: HTMLFormElement, values: Values): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const [key, value] of Object.entries(values)) {
      const control = controlsOf(form).get(key)
      if (!control || typedIn(control) === value) continue
      if (typeof value === 'boolean') control.click()
      else enter(control, value)
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** React hears of a change only where the setter is the element's own, past the one it put there. */
function enter(control: Element, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')
  own?.set?.call(control, value)
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}
