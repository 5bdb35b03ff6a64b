import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { isPlaced, type StartedByHand, soughtControllersQuery, startedByHand } from './administered-jobs.ts'
import { useStartJob } from './job-queries.ts'

/** Starts one of the jobs that otherwise run automatically. */
export function StartJobForm() {
  const intl = useIntl()
  const online = useOnline()
  const start = useStartJob()
  const [type, setType] = useState<StartedByHand>('WEATHER_UPDATE')
  const [period, setPeriod] = useState({ from: '', to: '' })
  const [sought, seek] = useState('')
  const [controllerId, choose] = useState<number>()
  const { data: found = [] } = useQuery(soughtControllersQuery(sought))
  const isHalf = (period.from === '') !== (period.to === '')
  const isReversed = !isHalf && period.from > period.to
  const submit = () => {
    if (isPlaced(type) && (isHalf || isReversed)) return
    const { from, to } = period
    start.mutate({
      type,
      ...(isPlaced(type) && { ...(controllerId && { controllerId }), ...(from && { from, to }) }),
    })
  }
  return (
    <Card title={<FormattedMessage id="administration-jobs.start" />}>
      <Form
        onSubmit={submit}
        actions={
          <Button kind="primary" type="submit" icon={Play} busy={start.isPending} disabled={!online}>
            <FormattedMessage id="administration-jobs.begin" />
          </Button>
        }
      >
        <Select
          name="type"
          label={<FormattedMessage id="administration-jobs.type" />}
          value={type}
          onChange={({ target }) => setType(target.value as StartedByHand)}
          options={startedByHand.map((value) => ({ value, label: intl.formatMessage({ id: `job.type.${value}` }) }))}
        />
        <Text tone="neutral">
          <FormattedMessage id={`administration-jobs.does.${type}`} />
        </Text>
        {isPlaced(type) && (
          <Grid columns="medium">
            <SearchField
              name="sought"
              label={<FormattedMessage id="administration-jobs.seek" />}
              hint={<FormattedMessage id="administration-jobs.seek.hint" />}
              value={sought}
              onSearch={(words) => {
                seek(words)
                choose(undefined)
              }}
            />
            {found.length > 0 && (
              <Select
                name="controller"
                label={<FormattedMessage id="administration-jobs.controller" />}
                value={controllerId ?? ''}
                onChange={({ target }) => choose(Number(target.value) || undefined)}
                options={[
                  { value: '', label: intl.formatMessage({ id: 'administration-jobs.all' }) },
                  ...found.map(({ id, name, imei }) => ({ value: String(id), label: `${name} (${imei})` })),
                ]}
              />
            )}
            <TextField
              name="from"
              type="date"
              optional
              label={<FormattedMessage id="ui.from" />}
              value={period.from}
              error={isHalf && !period.from && <FormattedMessage id="administration-jobs.both" />}
              onChange={({ target }) => setPeriod({ ...period, from: target.value })}
            />
            <TextField
              name="to"
              type="date"
              optional
              label={<FormattedMessage id="ui.to" />}
              value={period.to}
              error={
                isHalf && !period.to ? (
                  <FormattedMessage id="administration-jobs.both" />
                ) : (
                  isReversed && <FormattedMessage id="ui.rangeOrder" />
                )
              }
              onChange={({ target }) => setPeriod({ ...period, to: target.value })}
            />
          </Grid>
        )}
        {start.error && <Refusal title={<ErrorWords error={start.error} />} />}
      </Form>
    </Card>
  )
}
