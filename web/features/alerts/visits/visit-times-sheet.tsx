import { useId, useState } from 'react'
import type { Visit } from '#domain/alerts/visit.ts'
import { LONGEST_VISIT_MS } from '#domain/alerts/visit-length.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { fromLocalInput, toLocalInput } from '../../../i18n/local-input.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'

/** Corrects the times of a visit. `now` in epoch ms. */
export function VisitTimesSheet({
  visit,
  open,
  now,
  busy,
  onSave,
  onClose,
}: {
  visit: Visit
  open: boolean
  now: () => number
  busy: boolean
  onSave: (times: { startedAt: string; endedAt: string }) => void
  onClose: () => void
}) {
  const intl = useIntl()
  const form = useId()
  const [isWrong, setIsWrong] = useState(false)
  const started = new Date(visit.startedAt)
  const ended = new Date(visit.endedAt ?? now())
  const submit = (values: FormData) => {
    // the field has no seconds, so an untouched time keeps its value
    const read = (name: string, before: Date) => {
      const written = String(values.get(name))
      return written === toLocalInput(before) ? before : fromLocalInput(written)
    }
    const from = read('from', started)
    const to = read('to', ended)
    const lasts = (to?.getTime() ?? Number.NaN) - (from?.getTime() ?? Number.NaN)
    const fits = lasts >= 0 && lasts <= LONGEST_VISIT_MS && to!.getTime() <= now()
    setIsWrong(!fits)
    if (fits) onSave({ startedAt: from!.toISOString(), endedAt: to!.toISOString() })
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<FormattedMessage id="visit-screen.correct" />}
      footer={
        <Button kind="primary" type="submit" form={form} wide busy={busy}>
          <FormattedMessage id="visit-screen.save" />
        </Button>
      }
    >
      <Form id={form} onSubmit={submit} draft={`visit ${visit.id}`}>
        <TextField
          label={<FormattedMessage id="visit-screen.from" />}
          name="from"
          type="datetime-local"
          defaultValue={toLocalInput(started)}
        />
        <TextField
          label={<FormattedMessage id="visit-screen.to" />}
          name="to"
          type="datetime-local"
          defaultValue={toLocalInput(ended)}
          error={isWrong && intl.formatMessage({ id: 'error.visit_times_wrong' })}
        />
      </Form>
    </Sheet>
  )
}
