import { Check, Mic, Square } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { InterventionLabel } from '#domain/hives/intervention.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { labelOfWords, tellingWords } from './label-of-words.ts'
import { useSpeech } from './use-speech.ts'

const MOST_LETTERS = 2000

/** A note in free words, spoken where the browser writes down what is said, typed everywhere. */
export function SpokenNote({
  busy,
  onNote,
}: {
  busy: boolean
  /** Resolves when it was taken, on the server or on this device. */
  onNote: (noted: { label: InterventionLabel; description: string }) => Promise<unknown>
}) {
  const intl = useIntl()
  const [words, write] = useState('')
  const speech = useSpeech(intl.locale, (heard) =>
    write((before) => [before.trim(), heard].filter(Boolean).join(' ').slice(0, MOST_LETTERS)),
  )
  const sending = useRef(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const description = words.trim()
    // two presses may come before the page shows that it is busy
    if (busy || sending.current || description === '') return
    sending.current = true
    // what failed is told where changes are, and the words stay
    onNote({ label: labelOfWords(description, tellingWords(intl)), description })
      .then(
        // what was said or typed meanwhile is the next one
        () => write((now) => (now.trim() === description ? '' : now)),
        () => undefined,
      )
      .finally(() => {
        sending.current = false
      })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={3}>
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
