import { History } from 'lucide-react'
import { REPLAY_SCALES_MAXIMUM, type ReplayAlarm, replayAlarms, thresholdsOf } from '#domain/alerts/rule-replay.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DateRange } from '../../../ui/fields/date-range.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useDraft } from '../../../ui/form/use-draft.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { faultsOf, limitsOf, type ReplayDraft, type ReplayFault, seasonsUntil } from './replay-draft.ts'

export type ReplayScale = { id: number; name: string; place: string }

/** Chooses which alarm is tried, with which thresholds, where and when. */
export function ReplayForm({
  scales,
  today,
  busy,
  error,
  onSubmit,
}: {
  scales: readonly ReplayScale[]
  /** yyyy-mm-dd */
  today: string
  busy: boolean
  error: unknown
  onSubmit: (draft: ReplayDraft) => void
}) {
  const intl = useIntl()
  const online = useOnline()
  const year = Number(today.slice(0, 4))
  const { draft, faults, change, check } = useDraft<ReplayDraft, ReplayFault>(
    () => ({
      alarm: 'swarm',
      scaleIds: scales.map(({ id }) => id),
      period: { from: `${year - 1}${today.slice(4).replace('02-29', '02-28')}`, to: today },
      thresholds: {},
    }),
    faultsOf,
  )
  const submit = () => {
    if (check()) onSubmit(draft)
  }
  return (
    <Card title={<FormattedMessage id="rule-replay.new" />}>
      <Form
        onSubmit={submit}
        actions={
          <Button kind="primary" type="submit" icon={History} busy={busy}>
            <FormattedMessage id="rule-replay.start" />
          </Button>
        }
      >
        {!online && <Banner tone="stale" title={<FormattedMessage id="rule-replay.needsNetwork" />} />}
        <Select
          name="alarm"
          label={<FormattedMessage id="rule-replay.alarm" />}
          value={draft.alarm}
          onChange={({ target }) => change({ alarm: target.value as ReplayAlarm })}
          options={replayAlarms.map((value) => ({
            value,
            label: intl.formatMessage({ id: `rule-replay.alarm.${value}` }),
          }))}
        />
        <Text tone="neutral">
          <FormattedMessage id="rule-replay.thresholds.hint" />
        </Text>
        <Grid columns="medium">
          {thresholdsOf[draft.alarm].map((name) => {
            const { min, max, whole, unit } = limitsOf[name]
            return (
              <NumberField
                key={name}
                name={name}
                label={<FormattedMessage id={`rule-replay.threshold.${name}`} />}
                optional
                unit={unit}
                min={min}
                max={max}
                whole={whole}
                value={draft.thresholds[name] ?? ''}
                error={
                  faults.includes(name) && (
                    <FormattedMessage id="rule-replay.threshold.fault" values={{ min, max, unit }} />
                  )
                }
                onChange={(value) => change({ thresholds: { ...draft.thresholds, [name]: value } })}
              />
            )
          })}
        </Grid>
        <DateRange
          label={intl.formatMessage({ id: 'rule-replay.period' })}
          value={draft.period}
          max={today}
          onChange={(period) => change({ period })}
          presets={seasonsUntil(today).map(({ year, ...season }) => ({
            id: String(year),
            label: intl.formatMessage({ id: 'rule-replay.period.season' }, { year: String(year) }),
            ...season,
          }))}
        />
        <ScaleBoxes
          scales={scales}
          chosen={draft.scaleIds}
          fault={faults.includes('scales')}
          onChange={(scaleIds) => change({ scaleIds })}
        />
        {error != null && <Refusal title={<ErrorWords error={error} />} />}
      </Form>
    </Card>
  )
}

function ScaleBoxes({
  scales,
  chosen,
  fault,
  onChange,
}: {
  scales: readonly ReplayScale[]
  chosen: readonly number[]
  fault: boolean
  onChange: (chosen: number[]) => void
}) {
  return (
    <Disclosure
      defaultOpen={scales.length <= 8}
      summary={<FormattedMessage id="rule-replay.scales" values={{ count: chosen.length }} />}
    >
      <Checkbox
        name="allScales"
        label={<FormattedMessage id="rule-replay.scales.all" />}
        checked={chosen.length === scales.length}
        indeterminate={chosen.length > 0 && chosen.length < scales.length}
        error={
          fault &&
          (chosen.length === 0 ? (
            <FormattedMessage id="error.no_scales_selected" />
          ) : (
            <FormattedMessage id="rule-replay.scales.tooMany" values={{ maximum: REPLAY_SCALES_MAXIMUM }} />
          ))
        }
        onChange={({ target }) => onChange(target.checked ? scales.map(({ id }) => id) : [])}
      />
      <Grid columns="medium" gap={0}>
        {scales.map(({ id, name, place }) => (
          <Checkbox
            key={id}
            name={`scale ${id}`}
            label={name}
            hint={place}
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </Grid>
    </Disclosure>
  )
}
