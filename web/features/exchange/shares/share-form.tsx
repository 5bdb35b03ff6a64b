import { useState } from 'react'
import * as v from 'valibot'
import { SHARE_DAYS_DEFAULT, SHARE_DAYS_MAXIMUM, SHARE_SCALES_MAXIMUM, ShareType } from '#domain/exchange/share.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { toLocalInput } from '../../../i18n/local-input.ts'
import { useOnline } from '../../../offline/connection.ts'
import { SeriesSwatch } from '../../../ui/display/series-swatch.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { readDraft, type ShareFault } from './share-draft.ts'

/** A scale that may be shared, and its place. */
export type ShareableScale = { id: number; name: string; color: number; place: string }

/** What the screen currently shows, as the starting point of a share. */
export type ShownView = {
  /** Epoch seconds. */
  span: { from: number; to: number }
  scaleIds: readonly number[]
  /** The screen shows something that no share can show: regions, the archive, other people's scales, sensors of transmitters. */
  more: boolean
  /** The address of the view, for people who have access to it themselves. */
  link: string
}

type Draft = Extract<ReturnType<typeof readDraft>, { draft: unknown }>['draft']

/** What a link will show: the period, the text above it, and the scales. */
export function ShareForm({
  id,
  scales,
  shown,
  error,
  onSubmit,
}: {
  id: string
  scales: readonly ShareableScale[]
  shown: ShownView
  error: unknown
  onSubmit: (draft: Draft) => void
}) {
  const intl = useIntl()
  const online = useOnline()
  const [type, setType] = useState<ShareType>('livefeed')
  const [scaleIds, setScaleIds] = useState<number[]>(() => shown.scaleIds.slice(0, SHARE_SCALES_MAXIMUM))
  const [faults, setFaults] = useState<ShareFault[]>([])
  const submit = (values: FormData) => {
    const read = readDraft(values, scaleIds)
    setFaults('faults' in read ? read.faults : [])
    if ('draft' in read) onSubmit(read.draft)
  }
  const local = (seconds: number) => toLocalInput(new Date(seconds * 1000))
  return (
    <Form id={id} onSubmit={submit}>
      <Text>
        <FormattedMessage id="share.hint" />
      </Text>
      {!online && <Banner tone="stale" title={<FormattedMessage id="share.needsNetwork" />} />}
      {error != null && <Refusal title={<ErrorWords error={error} />} />}
      <Select
        name="type"
        label={<FormattedMessage id="share.type" />}
        hint={<FormattedMessage id={`share.type.${type}.hint`} />}
        value={type}
        onChange={(event) => setType(v.parse(ShareType, event.target.value))}
        options={ShareType.options.map((value) => ({
          value,
          label: intl.formatMessage({ id: `share.type.${value}` }),
        }))}
      />
      {type === 'livefeed' && (
        <NumberField
          name="days"
          label={<FormattedMessage id="share.days" />}
          unit={<FormattedMessage id="share.days.unit" />}
          min={1}
          max={SHARE_DAYS_MAXIMUM}
          whole
          defaultValue={SHARE_DAYS_DEFAULT}
          error={
            faults.includes('days') && (
              <FormattedMessage id="share.days.wrong" values={{ maximum: SHARE_DAYS_MAXIMUM }} />
            )
          }
        />
      )}
      {type === 'fixed' && (
        <Grid columns="medium">
          <TextField
            name="from"
            type="datetime-local"
            label={<FormattedMessage id="share.from" />}
            defaultValue={local(shown.span.from)}
            error={faults.includes('period') && <FormattedMessage id="share.period.wrong" />}
          />
          <TextField
            name="to"
            type="datetime-local"
            label={<FormattedMessage id="share.to" />}
            defaultValue={local(shown.span.to)}
          />
        </Grid>
      )}
      <TextField
        name="description"
        label={<FormattedMessage id="share.description" />}
        hint={<FormattedMessage id="share.description.hint" />}
        optional
        maxLength={200}
      />
      <fieldset>
        <legend>
          <Text strong>
            <FormattedMessage id="share.scales" />
          </Text>
        </legend>
        {scales.map(({ id: scaleId, name, color, place }, index) => (
          <Checkbox
            key={scaleId}
            name={`scale ${scaleId}`}
            label={
              <>
                <SeriesSwatch index={color} /> {name}
              </>
            }
            hint={place}
            checked={scaleIds.includes(scaleId)}
            disabled={scaleIds.length >= SHARE_SCALES_MAXIMUM && !scaleIds.includes(scaleId)}
            error={index === scales.length - 1 && faults.includes('scales') && <FormattedMessage id="share.noScale" />}
            onChange={(event) =>
              setScaleIds(event.target.checked ? [...scaleIds, scaleId] : scaleIds.filter((one) => one !== scaleId))
            }
          />
        ))}
        {shown.more && (
          <Text tone="neutral">
            <FormattedMessage id="share.leftOut" />
          </Text>
        )}
      </fieldset>
    </Form>
  )
}
