import { FormattedMessage } from '../../../i18n/intl.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'

/** Says that what was typed before the session ended is back in its form, or will be once that is opened. */
export function tellOfDraft(what: 'back' | 'waits'): void {
  toast.success(<FormattedMessage id={`sign-in.draft.${what}`} />, { id: 'draft' })
}
