import { Check, NotebookPen } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useFormDraft } from '../../../ui/form/use-form-draft.tsx'
import { ActionBar } from '../../../ui/layout/action-bar.tsx'
import { BOUNCE_MS } from '../../../ui/overlay/use-bounce.ts'
import { labelOfWords, tellingWords } from './label-of-words.ts'
import styles from './quick-note.module.css'
import type { InterventionDraft } from './use-interventions.ts'
import { useWords } from './use-words.ts'

const MOST_LETTERS = 2000

/**
 * A field within reach of the thumb: a few words become a note dated now, labeled by its
 * keywords. Without words the button opens the form. `now` in epoch ms.
 */
export function QuickNote({
  scaleId,
  focused = false,
  now,
  busy,
  onNote,
  onForm,
}: {
  scaleId: number
  /** The page was opened to write a note. */
  focused?: boolean | undefined
  now: () => number
  busy: boolean
  /** Resolves once the note is saved, on the server or on this device. */
  onNote: (draft: InterventionDraft) => Promise<unknown>
  onForm: () => void
}) {
  const intl = useIntl()
  const { words, write, send, takenAt } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(form, `quick note ${scaleId}`)
  const isEmpty = words.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (isEmpty) {
      // a second tap on the button that just saved must not open the form
      if (performance.now() - takenAt.current > BOUNCE_MS) onForm()
      return
    }
    send(({ id, description }) => {
      draft.onSent()
      const label = labelOfWords(description, tellingWords(intl))
      const time = new Date(now()).toISOString()
      return onNote({ id, scaleIds: [scaleId], label, description, time, isNow: true })
    })
  }
  const note = intl.formatMessage({ id: 'intervention-screen.note' })
  return (
    <form ref={form} className={styles.form} onSubmit={submit}>
      <ActionBar
        label={note}
        lead={draft.line}
        actions={
          <Button kind="primary" type="submit" icon={isEmpty ? NotebookPen : Check} busy={busy}>
            <FormattedMessage id={isEmpty ? 'intervention-screen.note' : 'intervention-screen.save'} />
          </Button>
        }
      >
        <TextField
          label={<FormattedMessage id="intervention-screen.quick" />}
          labelHidden
          placeholder={intl.formatMessage({ id: 'intervention-screen.quickExample' })}
          value={words}
          maxLength={MOST_LETTERS}
          enterKeyHint="done"
          autoComplete="off"
          autoFocus={focused}
          onChange={(event) => write(event.target.value)}
        />
      </ActionBar>
    </form>
  )
}
