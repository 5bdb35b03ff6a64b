import { controlsOf, typedIn, type Values } from './shown-forms.ts'

/** Rounds of filling in, because a choice may reveal further fields. */
const ROUNDS = 4

/** Enters values into a form the way a person would, so that listeners on its fields are notified. */
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

/** React notices a change only if the prototype's own setter is used instead of the one React installed on the element. */
function enter(control: Element, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')
  own?.set?.call(control, value)
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}
