import { FormattedMessage } from '../../../i18n/intl.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'

/** Says that what was typed before the session ended stands in its form again, or waits for that to be opened. */
export function tellOfDraft(what: 'back' | 'waits'): void {
  toast.success(<FormattedMessage id={`sign-in.draft.${what}`} />, { id: 'draft' })
}
