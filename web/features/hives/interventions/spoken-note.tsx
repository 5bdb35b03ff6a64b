import { Check, Mic, Square } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import type { InterventionLabel } from '#domain/hives/intervention.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useFormDraft } from '../../../ui/form/use-form-draft.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { labelOfWords, tellingWords } from './label-of-words.ts'
import { useSpeech } from './use-speech.ts'
import { useWords } from './use-words.ts'

const MOST_LETTERS = 2000

/** A note in free text: spoken if the browser can transcribe speech, otherwise typed. */
export function SpokenNote({
  scaleId,
  busy,
  onNote,
}: {
  scaleId: number
  busy: boolean
  /** Resolves once the note is saved, on the server or on this device. */
  onNote: (noted: { id: string; label: InterventionLabel; description: string }) => Promise<unknown>
}) {
  const intl = useIntl()
  const { words, write, send } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(form, `spoken note ${scaleId}`)
  const speech = useSpeech(intl.locale, (heard) => {
    write((before) => [before.trim(), heard].filter(Boolean).join(' ').slice(0, MOST_LETTERS))
    // save the draft for spoken text as for typed text
    form.current?.dispatchEvent(new Event('input'))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || words.trim() === '') return
    send(({ id, description }) => {
      draft.onSent()
      return onNote({ id, label: labelOfWords(description, tellingWords(intl)), description })
    })
  }
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap={3}>
        {draft.line}
        <TextField
          label={<FormattedMessage id="intervention-screen.quick" />}
          placeholder={intl.formatMessage({ id: 'intervention-screen.quickExample' })}
          value={words}
          maxLength={MOST_LETTERS}
          enterKeyHint="done"
          autoComplete="off"
          onChange={(event) => write(event.target.value)}
        />
        <Row>
          {speech && (
            <Button
              icon={speech.state === 'listening' ? Square : Mic}
              aria-pressed={speech.state === 'listening'}
              onClick={speech.state === 'listening' ? speech.stop : speech.start}
            >
              <FormattedMessage id="intervention-screen.speak" />
            </Button>
          )}
          <Button type="submit" icon={Check} busy={busy}>
            <FormattedMessage id="intervention-screen.save" />
          </Button>
        </Row>
        <div aria-live="polite">
          {speech?.state === 'listening' && (
            <Text tone="neutral">
              <FormattedMessage id="intervention-screen.listening" />
            </Text>
          )}
          {speech?.state === 'failed' && (
            <Text tone="neutral">
              <FormattedMessage id="intervention-screen.notHeard" />
            </Text>
          )}
        </div>
      </Stack>
    </form>
  )
}
