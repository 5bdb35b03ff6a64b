import { Check, NotebookPen } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useFormDraft } from '../../../ui/form/use-form-draft.tsx'
import { ActionBar } from '../../../ui/layout/action-bar.tsx'
import { labelOfWords, tellingWords } from './label-of-words.ts'
import styles from './quick-note.module.css'
import type { InterventionDraft } from './use-interventions.ts'

const MOST_LETTERS = 2000
/** A second touch of the button that saved, which has no words any more, opens nothing. */
const BOUNCE_MS = 500

/**
 * Under the thumb: a few words are a note of now, and what it is about is read from them; without words the button opens the
 * form. `now` in epoch ms.
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
  /** Somebody came here for it. */
  focused?: boolean | undefined
  now: () => number
  busy: boolean
  /** Resolves when it was taken, on the server or on this device. */
  onNote: (draft: InterventionDraft) => Promise<unknown>
  onForm: () => void
}) {
  const intl = useIntl()
  const [words, write] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(form, `quick note ${scaleId}`)
  const sending = useRef(false)
  const takenAt = useRef(-Infinity)
  const isEmpty = words.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // two presses may come before the page shows that it is busy
    if (busy || sending.current) return
    if (isEmpty) {
      if (performance.now() - takenAt.current > BOUNCE_MS) onForm()
      return
    }
    sending.current = true
    const description = words.trim()
    const label = labelOfWords(description, tellingWords(intl))
    draft.onSent()
    // what failed is told where changes are, and the words stay
    onNote({ scaleIds: [scaleId], label, description, time: new Date(now()).toISOString() })
      .then(
        () => {
          takenAt.current = performance.now()
          // what was typed meanwhile is the next one
          write((now) => (now.trim() === description ? '' : now))
        },
        () => undefined,
      )
      .finally(() => {
        sending.current = false
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
