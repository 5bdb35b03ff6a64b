import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Calibration, calibrationOf, kgFromRaw } from '#domain/hives/calibration.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { fromLocalInput, toLocalInput } from '../../../i18n/local-input.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { numberIn } from '../../../ui/form/number-in.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { calibrationsQuery, useCalibrate } from './calibration-queries.ts'

type Place = { id: number; name: string }

/** Converts a converter's raw counts to kilograms by two weighings; shown only if a transmitter sends such counts. */
export function CalibrationCard({ places }: { places: readonly Place[] }) {
  const { data: calibrations = [] } = useQuery(calibrationsQuery)
  if (calibrations.length === 0) return null
  return (
    <Card title={<FormattedMessage id="import.calibration.title" />}>
      <Stack gap={6}>
        <Text tone="neutral">
          <FormattedMessage id="import.calibration.lead" />
        </Text>
        {calibrations.map((calibration) => (
          <ChannelCalibration
            key={`${calibration.controllerId} ${calibration.channel}`}
            calibration={calibration}
            place={places.find(({ id }) => id === calibration.controllerId)?.name ?? ''}
          />
        ))}
      </Stack>
    </Card>
  )
}

/** When a calibration takes effect. */
const spans = ['beginning', 'now', 'moment'] as const
type Span = (typeof spans)[number]

function ChannelCalibration({ calibration, place }: { calibration: Calibration; place: string }) {
  const intl = useIntl()
  const calibrate = useCalibrate(calibration)
  const [wrong, setWrong] = useState<'weights' | 'time'>()
  const { channel, offset, multiplier, lastRaw, lastRawAt, keptFrom, isWeighing } = calibration
  const [span, setSpan] = useState<Span>(offset === null ? 'beginning' : 'now')
  const submit = (values: FormData) => {
    const empty = { raw: numberIn(values, 'empty'), kg: 0 }
    const loaded = { raw: numberIn(values, 'loaded'), kg: numberIn(values, 'kg') }
    const made = calibrationOf(empty, loaded)
    const moment = fromLocalInput(String(values.get('from') ?? ''))
    const isTimeWrong = span === 'moment' && moment === undefined
    setWrong(made === undefined ? 'weights' : isTimeWrong ? 'time' : undefined)
    if (!made || isTimeWrong) return
    const from = { beginning: { from: null }, now: {}, moment: { from: moment?.toISOString() } }[span]
    calibrate.mutate({ ...made, ...from })
  }
  const kg =
    lastRaw === null || offset === null || multiplier === null ? null : kgFromRaw(lastRaw, { offset, multiplier })
  return (
    <Form
      onSubmit={submit}
      actions={
        <Button type="submit" busy={calibrate.isPending}>
          <FormattedMessage id="import.calibration.save" />
        </Button>
      }
    >
      <Heading level={3}>
        <FormattedMessage id="import.calibration.channel" values={{ place, channel }} />
      </Heading>
      {lastRaw !== null && lastRawAt !== null && (
        <Text>
          <FormattedMessage
            id={kg === null ? 'import.calibration.lastRaw' : 'import.calibration.lastWeighed'}
            values={{
              raw: lastRaw,
              // what is rounded to zero has no minus
              kg: kg === null || Math.abs(kg) < 0.05 ? 0 : kg,
              time: intl.formatDate(lastRawAt, { dateStyle: 'short', timeStyle: 'short' }),
            }}
          />
        </Text>
      )}
      <Grid columns="medium">
        <NumberField
          name="empty"
          label={<FormattedMessage id="import.calibration.empty" />}
          defaultValue={offset ?? lastRaw ?? undefined}
        />
        <NumberField
          name="loaded"
          label={<FormattedMessage id="import.calibration.loaded" />}
          defaultValue={lastRaw ?? undefined}
        />
        <NumberField
          name="kg"
          unit="kg"
          label={<FormattedMessage id="import.calibration.kg" />}
          error={wrong === 'weights' && <FormattedMessage id="import.calibration.wrong" />}
        />
      </Grid>
      {keptFrom !== null && (
        <Grid columns="medium">
          <Select
            name="span"
            label={<FormattedMessage id="import.calibration.span" />}
            value={span}
            onChange={(event) => setSpan(event.target.value as Span)}
            options={spans.map((value) => ({
              value,
              label: intl.formatMessage(
                { id: `import.calibration.span.${value}` },
                { since: intl.formatDate(keptFrom, { dateStyle: 'short' }) },
              ),
            }))}
          />
          {span === 'moment' && (
            <TextField
              name="from"
              type="datetime-local"
              label={<FormattedMessage id="import.calibration.from" />}
              defaultValue={toLocalInput(new Date(lastRawAt ?? keptFrom))}
              error={wrong === 'time' && <FormattedMessage id="import.calibration.fromWrong" />}
            />
          )}
        </Grid>
      )}
      <div role="status">
        {isWeighing && (
          <Text tone="neutral">
            <FormattedMessage id="import.calibration.weighing" />
          </Text>
        )}
      </div>
    </Form>
  )
}
