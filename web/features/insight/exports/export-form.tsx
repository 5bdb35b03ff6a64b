import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { columnsAt, exportFormats, exportLevels } from '#domain/insight/export.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { useOnline } from '../../../offline/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DateRange } from '../../../ui/fields/date-range.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useDraft } from '../../../ui/form/use-draft.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { type ExportDraft, type ExportFault, faultsOf } from './export-draft.ts'
import { periodPresets } from './export-period.ts'
import { type ExportPlace, ScaleChoice } from './scale-choice.tsx'

/** Browsers do not list each zone that a device can have, such as one with a fixed offset. */
const zones = (chosen: string) => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zoneHere(), chosen])]

/** Chooses what the file will contain. */
export function ExportForm({
  places,
  busy,
  error,
  onSubmit,
}: {
  places: readonly ExportPlace[]
  busy: boolean
  error: unknown
  onSubmit: (draft: ExportDraft) => void
}) {
  const intl = useIntl()
  const online = useOnline()
  const [today] = useState(() => new Date())
  const presets = periodPresets(today)
  const { draft, faults, change, check } = useDraft<ExportDraft, ExportFault>(
    () => ({
      scaleIds: places.flatMap(({ scales }) => scales.filter(({ chosen }) => chosen).map(({ id }) => id)),
      period: presets.month,
      level: 'raw',
      columns: ['transmitter', 'scale', 'weight', 'temperature', 'humidity'],
      timeZone: zoneHere(),
      format: 'csv',
    }),
    faultsOf,
  )
  const submit = () => {
    if (check()) onSubmit(draft)
  }
  const columns = columnsAt(draft.level)
  return (
    <Card title={<FormattedMessage id="export.new" />}>
      <Form
        onSubmit={submit}
        actions={
          <Button kind="primary" type="submit" icon={FileDown} busy={busy}>
            <FormattedMessage id="export.start" />
          </Button>
        }
      >
        {!online && <Banner tone="stale" title={<FormattedMessage id="export.needsNetwork" />} />}
        <ScaleChoice
          places={places}
          chosen={draft.scaleIds}
          fault={faults.includes('scales')}
          onChange={(scaleIds) => change({ scaleIds })}
        />
        <DateRange
          label={intl.formatMessage({ id: 'export.period' })}
          value={draft.period}
          onChange={(period) => change({ period })}
          presets={(['month', 'season', 'year', 'all'] as const).map((id) => ({
            id,
            label: intl.formatMessage({ id: `export.period.${id}` }),
            ...presets[id],
          }))}
        />
        <SegmentedControl
          label={<FormattedMessage id="export.level" />}
          value={draft.level}
          onChange={(level) => change({ level })}
          segments={exportLevels.map((value) => ({ value, label: <FormattedMessage id={`export.level.${value}`} /> }))}
        />
        {draft.level === 'history' && (
          <Text tone="neutral">
            <FormattedMessage id="export.level.history.what" />
          </Text>
        )}
        <SegmentedControl
          label={<FormattedMessage id="export.format" />}
          value={draft.format}
          onChange={(format) => change({ format })}
          segments={exportFormats.map((value) => ({
            value,
            label: <FormattedMessage id={`export.format.${value}`} />,
          }))}
        />
        <Disclosure summary={<FormattedMessage id={columns.length > 0 ? 'export.more' : 'export.timeZone'} />}>
          <Stack>
            {columns.length > 0 && (
              <fieldset>
                <legend>
                  <Text strong>
                    <FormattedMessage id="export.columns" />
                  </Text>
                </legend>
                <Grid columns="medium" gap={0}>
                  {columns.map((column) => (
                    <Checkbox
                      key={column}
                      name={column}
                      label={<FormattedMessage id={`export.heading.${column}`} />}
                      checked={draft.columns.includes(column)}
                      onChange={({ target }) =>
                        change({
                          columns: target.checked
                            ? [...draft.columns, column]
                            : draft.columns.filter((one) => one !== column),
                        })
                      }
                    />
                  ))}
                </Grid>
              </fieldset>
            )}
            <Select
              name="timeZone"
              label={<FormattedMessage id="export.timeZone" />}
              value={draft.timeZone}
              onChange={({ target }) => change({ timeZone: target.value })}
              options={zones(draft.timeZone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            />
          </Stack>
        </Disclosure>
        {faults.includes('columns') && <Banner tone="alarm" title={<FormattedMessage id="export.columns.none" />} />}
        {error != null && <Refusal title={<ErrorWords error={error} />} />}
      </Form>
    </Card>
  )
}
