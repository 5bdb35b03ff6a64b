import { useId, useState } from 'react'
import * as v from 'valibot'
import {
  AMOUNT_MAXIMUM_KG,
  InterventionDetail,
  InterventionLabel,
  interventionDetails,
  labelsWithAmount,
} from '#domain/hives/intervention.ts'
import { EARLIEST_TIME_SECONDS, FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { fromLocalInput, toLocalInput } from '../../../i18n/local-input.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import type { InterventionDraft } from './use-interventions.ts'

/** The form for an intervention: when, what, at which hives. The hive of an existing one (`editing`) cannot be changed. */
export function InterventionSheet({
  draft,
  editing,
  scales,
  now,
  busy,
  onSave,
  onClose,
}: {
  /** Undefined: closed. */
  draft: InterventionDraft | undefined
  editing: boolean
  /** The scales this account may write to. */
  scales: readonly Scale[]
  /** Epoch ms. */
  now: () => number
  busy: boolean
  onSave: (draft: InterventionDraft) => void
  onClose: () => void
}) {
  const form = useId()
  return (
    <Sheet
      open={draft !== undefined}
      onClose={onClose}
      title={<FormattedMessage id={editing ? 'intervention-screen.edit' : 'intervention-screen.add'} />}
      footer={
        <Button kind="primary" type="submit" form={form} wide busy={busy}>
          <FormattedMessage id="intervention-screen.save" />
        </Button>
      }
    >
      {draft && <Fields key={draft.time} {...{ form, draft, editing, scales, now, onSave }} />}
    </Sheet>
  )
}

function Fields({
  form,
  draft,
  editing,
  scales,
  now,
  onSave,
}: {
  form: string
  draft: InterventionDraft
  editing: boolean
  scales: readonly Scale[]
  now: () => number
  onSave: (draft: InterventionDraft) => void
}) {
  const intl = useIntl()
  const [scaleIds, setScaleIds] = useState(draft.scaleIds)
  const drafted = new Date(draft.time)
  const [label, setLabel] = useState(draft.label)
  const details: readonly InterventionDetail[] =
    label in interventionDetails ? interventionDetails[label as keyof typeof interventionDetails] : []
  const [errors, setErrors] = useState<{ time?: string; scales?: string; amount?: string }>({})

  const submit = (values: FormData) => {
    const written = String(values.get('time'))
    // the field has no seconds and cannot tell the repeated hour in fall apart, so an untouched time keeps its value
    const time = written === toLocalInput(drafted) ? drafted : fromLocalInput(written)
    const seconds = (time?.getTime() ?? Number.NaN) / 1000
    const latest = now() / 1000 + FUTURE_TOLERANCE_SECONDS
    const weighed = String(values.get('amount') ?? '').trim()
    const amount = weighed === '' ? null : Number(weighed)
    const found = {
      ...(amount !== null &&
        !(amount >= 0 && amount <= AMOUNT_MAXIMUM_KG) && {
          amount: intl.formatMessage({ id: 'intervention-screen.amountWrong' }, { most: AMOUNT_MAXIMUM_KG }),
        }),
      ...(!(seconds >= EARLIEST_TIME_SECONDS && seconds <= latest) && {
        time: intl.formatMessage({ id: 'intervention-screen.timeWrong' }),
      }),
      ...(scaleIds.length === 0 && { scales: intl.formatMessage({ id: 'intervention-screen.noScale' }) }),
    }
    setErrors(found)
    if (!time || Object.keys(found).length > 0) return
    onSave({
      scaleIds,
      label,
      amount,
      detail: v.parse(v.fallback(v.nullable(InterventionDetail), null), values.get('detail')),
      visitId: draft.visitId ?? null,
      description: String(values.get('description')).trim(),
      time: time.toISOString(),
      ...(draft.isNow && time === drafted && { isNow: true }),
    })
  }

  // a new note starts with the current time; with that in the draft's name, nobody would ever find the draft again
  const name = editing ? undefined : `note ${scales.map(({ id }) => id).join()}`
  return (
    <Form id={form} onSubmit={submit} draft={name}>
      <Select
        label={<FormattedMessage id="intervention-screen.label" />}
        name="label"
        value={label}
        onChange={({ target }) => setLabel(v.parse(InterventionLabel, target.value))}
        options={InterventionLabel.options.map((label) => ({
          value: label,
          label: intl.formatMessage({ id: `intervention.label.${label}` }),
        }))}
      />
      {details.length > 0 && (
        <Select
          label={<FormattedMessage id="intervention-screen.detail" />}
          name="detail"
          defaultValue={draft.detail ?? ''}
          options={[
            { value: '', label: '–' },
            ...details.map((detail) => ({
              value: detail,
              label: intl.formatMessage({ id: `intervention-screen.detail.${detail}` }),
            })),
          ]}
        />
      )}
      {labelsWithAmount.includes(label) && (
        <NumberField
          label={<FormattedMessage id="intervention-screen.amount" />}
          name="amount"
          unit="kg"
          optional
          min={0}
          max={AMOUNT_MAXIMUM_KG}
          defaultValue={draft.amount ?? ''}
          error={errors.amount}
        />
      )}
      <TextField
        label={<FormattedMessage id="intervention-screen.time" />}
        name="time"
        type="datetime-local"
        defaultValue={toLocalInput(drafted)}
        error={errors.time}
      />
      {!editing && (
        <fieldset>
          <legend>
            <Text strong>
              <FormattedMessage id="intervention-screen.scales" />
            </Text>
          </legend>
          {scales.map(({ id, name }, index) => (
            <Checkbox
              key={id}
              name={`scale ${id}`}
              label={name}
              checked={scaleIds.includes(id)}
              error={index === scales.length - 1 ? errors.scales : undefined}
              onChange={(event) =>
                setScaleIds(event.target.checked ? [...scaleIds, id] : scaleIds.filter((one) => one !== id))
              }
            />
          ))}
        </fieldset>
      )}
      <TextArea
        label={<FormattedMessage id="intervention-screen.description" />}
        name="description"
        optional
        maxLength={2000}
        defaultValue={draft.description}
      />
    </Form>
  )
}
