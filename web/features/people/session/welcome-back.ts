import { loadTexts } from '../../../i18n/locale-state.ts'
import { draftsWait, giveDraftsBack } from '../../../ui/form/shown-forms.ts'
import { user } from './session-state.ts'
import { signInReason } from './sign-in-reason.ts'

/** Gives the previous page time to show its form again. */
const LOOK_AFTER_MS = 2000

/** Call once a user is signed in: restores what they were typing when their session ended, and says so. */
export function welcomeBack(): void {
  signInReason.is = undefined
  giveDraftsBack(user.id, () => void tell('back'))
  if (draftsWait()) setTimeout(() => draftsWait() && void tell('waits'), LOOK_AFTER_MS)
}

async function tell(what: 'back' | 'waits'): Promise<void> {
  const [{ tellOfDraft }] = await Promise.all([import('./session-parts.ts'), loadTexts('screens')])
  tellOfDraft(what)
}
