type Values = Record<string, string | boolean>
type Draft = { path: string; first: string; typed: Values }
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The forms in this page, with what stood in them at first. */
const shown = new Map<HTMLFormElement, string>()
let kept: { owner: number; drafts: Draft[]; onGiven?: (() => void) | undefined } | undefined

const isSwitch = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

/** Secrets are never kept, and a file cannot be. */
const isKept = (control: Element): control is Control =>
  /^(INPUT|SELECT|TEXTAREA)$/.test(control.tagName) &&
  !/^(password|file|hidden|submit|button)$/.test((control as Control).type) &&
  !/password|one-time-code/.test((control as Control).autocomplete)

/** The controls of a form by name and place, since radio buttons share a name and some have none. */
export function controlsOf(form: HTMLFormElement): Map<string, Control> {
  const controls = new Map<string, Control>()
  for (const control of [...form.elements].filter(isKept)) {
    let place = 0
    while (controls.has(`${control.name}#${place}`)) place++
    controls.set(`${control.name}#${place}`, control)
  }
  return controls
}

export const typedIn = (control: Control): string | boolean => (isSwitch(control) ? control.checked : control.value)

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...controlsOf(form)].map(([key, control]) => [key, typedIn(control)]))

/** To be called when a form appears; gives it what was typed into the same form before, where that waits. Returns how to leave. */
export function followForm(form: HTMLFormElement): () => void {
  const first = JSON.stringify(valuesOf(form))
  shown.set(form, first)
  const { pathname } = window.location
  const isSame = (draft: Draft) => draft.path === pathname && draft.first === first
  const draft = kept?.onGiven && kept.drafts.find(isSame)
  if (kept && draft) {
    kept.drafts = kept.drafts.filter((other) => other !== draft)
    const { onGiven } = kept
    void import('./fill-in-form.ts').then(({ fillInForm }) => fillInForm(form, draft.typed)).then(onGiven)
  }
  return () => shown.delete(form)
}

/** Whether a form in this page holds what nobody saved. */
export const somethingIsTyped = (): boolean =>
  [...shown].some(([form, first]) => JSON.stringify(valuesOf(form)) !== first)

/** Keeps in this page, never on the device, what its forms hold that nobody saved. */
export function keepDrafts(owner: number): void {
  const drafts = [...shown].flatMap(([form, first]) => {
    const typed = valuesOf(form)
    return JSON.stringify(typed) === first ? [] : [{ path: window.location.pathname, first, typed }]
  })
  if (drafts.length > 0) kept = { owner, drafts }
}

/** Whether drafts wait for their owner. */
export const draftsWait = (): boolean => (kept?.drafts.length ?? 0) > 0

/** Gives the drafts back to their owner, form by form as these appear; anybody else's are forgotten. */
export function giveDraftsBack(owner: number, onGiven: () => void): void {
  if (kept?.owner === owner) kept.onGiven = onGiven
  else kept = undefined
}

export function forgetDrafts(): void {
  kept = undefined
}
