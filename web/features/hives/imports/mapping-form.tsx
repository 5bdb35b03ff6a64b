import { useState } from 'react'
import { type Import, ImportTemperatureUnit, ImportUnit } from '#domain/hives/import.ts'
import { separators } from '#domain/platform/csv-row.ts'
import { DateOrder } from '#domain/platform/csv-value.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import {
  type ColumnChoice,
  chooseByLayout,
  chooseByMapping,
  columnsOf,
  type MappingChoice,
  type MappingFault,
  mappingOf,
} from './column-choice.ts'
import { ColumnFields } from './column-fields.tsx'
import { useCheck } from './import-queries.ts'
import type { Target } from './target.ts'

const separatorNames = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const
const decimalNames = { ',': 'comma', '.': 'point' } as const
const OFFSETS = Array.from({ length: 27 }, (_, i) => i - 12).filter((hours) => hours !== 0)
/** Zones without summer time for loggers whose clock is never changed; their names have the opposite sign. */
const fixedZones = OFFSETS.map((hours) => ({
  value: `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
  label: `UTC${hours > 0 ? '+' : '−'}${Math.abs(hours)}`,
}))
/** `more`: zones that are listed even if the browser lists them under another name or not at all. */
const zones = (...more: string[]) => {
  const regions = new Set([...Intl.supportedValuesOf('timeZone'), ...more])
  const named = [...regions].filter((zone) => zone !== 'UTC' && !fixedZones.some(({ value }) => value === zone))
  const ofRegions = named.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return [{ value: 'UTC', label: 'UTC' }, ...ofRegions, ...fixedZones]
}

/** How the table is formatted and what its columns contain, filled in as far as the file reveals it. */
export function MappingForm({
  opened,
  targets,
  onSent,
  onClose,
}: {
  opened: Import
  targets: readonly Target[]
  onSent: () => void
  onClose: () => void
}) {
  const intl = useIntl()
  const check = useCheck(opened.id)
  const [choice, setChoice] = useState<MappingChoice>(() => firstChoice(opened, targets))
  const [firstZone] = useState(choice.zone)
  const [fault, setFault] = useState<MappingFault>()
  const columns = columnsOf(opened.lines, choice)
  const change = (changes: Partial<MappingChoice>) => setChoice({ ...choice, ...changes })
  const changeColumn = (at: number, column: ColumnChoice) =>
    change({ columns: choice.columns.map((before, i) => (i === at ? column : before)) })
  const submit = () => {
    const made = mappingOf(choice)
    setFault('fault' in made ? made.fault : undefined)
    if ('mapping' in made) check.mutate(made.mapping, { onSuccess: onSent })
  }
  return (
    <Card title={<FormattedMessage id="import.mapping.title" values={{ name: opened.name }} />}>
      <Form
        onSubmit={submit}
        actions={
          <>
            <Button kind="primary" type="submit" busy={check.isPending}>
              <FormattedMessage id="import.mapping.check" />
            </Button>
            <Button onClick={onClose}>
              <FormattedMessage id="import.another" />
            </Button>
          </>
        }
      >
        <Stack gap={3} as="section">
          <Heading level={3}>
            <FormattedMessage id="import.mapping.columns" />
          </Heading>
          <Grid columns="medium">
            {columns.map(({ name, samples }, i) => (
              <ColumnFields
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
                key={i}
                name={`column ${i}`}
                title={name || intl.formatMessage({ id: 'import.mapping.column' }, { number: i + 1 })}
                samples={samples}
                choice={choice.columns[i] ?? { use: 'nothing', scaleId: undefined }}
                targets={targets}
                onChange={(column) => changeColumn(i, column)}
              />
            ))}
          </Grid>
        </Stack>
        <Stack gap={3} as="section">
          <Heading level={3}>
            <FormattedMessage id="import.mapping.table" />
          </Heading>
          <Grid columns="medium">
            <Select
              name="separator"
              label={<FormattedMessage id="import.mapping.separator" />}
              value={choice.separator}
              onChange={({ target }) => {
                const separator = separators.find((one) => one === target.value)
                const { zone } = choice
                setChoice(chooseByLayout(opened.lines, { scaleIds: targets.map(({ id }) => id), zone, separator }))
              }}
              options={separators.map((value) => ({
                value,
                label: intl.formatMessage({ id: `import.separator.${separatorNames[value]}` }),
              }))}
            />
            <Select
              name="decimal"
              label={<FormattedMessage id="import.mapping.decimal" />}
              value={choice.decimal}
              onChange={({ target }) => change({ decimal: target.value === ',' ? ',' : '.' })}
              options={([',', '.'] as const).map((value) => ({
                value,
                label: intl.formatMessage({ id: `import.decimal.${decimalNames[value]}` }),
              }))}
            />
            <Select
              name="dateOrder"
              label={<FormattedMessage id="import.mapping.dateOrder" />}
              value={choice.dateOrder}
              onChange={({ target }) => change({ dateOrder: target.value as DateOrder })}
              options={DateOrder.options.map((value) => ({
                value,
                label: intl.formatMessage({ id: `import.dateOrder.${value}` }),
              }))}
            />
            <Select
              name="zone"
              label={<FormattedMessage id="import.mapping.zone" />}
              hint={<FormattedMessage id="import.mapping.zone.hint" />}
              value={choice.zone}
              onChange={({ target }) => change({ zone: target.value })}
              options={zones(zoneHere(), firstZone, choice.zone)}
            />
            <Select
              name="unit"
              label={<FormattedMessage id="import.mapping.unit" />}
              value={choice.unit}
              onChange={({ target }) => change({ unit: target.value as ImportUnit })}
              options={ImportUnit.options.map((value) => ({ value, label: value }))}
            />
            <Select
              name="temperatureUnit"
              label={<FormattedMessage id="import.mapping.temperatureUnit" />}
              value={choice.temperatureUnit}
              onChange={({ target }) => change({ temperatureUnit: target.value as ImportTemperatureUnit })}
              options={ImportTemperatureUnit.options.map((value) => ({ value, label: `°${value}` }))}
            />
            <Switch
              name="header"
              label={<FormattedMessage id="import.mapping.header" />}
              checked={choice.hasHeader}
              onChange={({ target }) => change({ hasHeader: target.checked })}
            />
          </Grid>
        </Stack>
        {fault && <Banner tone="alarm" title={<FormattedMessage id={`import.mapping.${fault}`} />} />}
        {check.error && <Refusal title={<ErrorWords error={check.error} />} />}
      </Form>
    </Card>
  )
}

function firstChoice({ mapping, lines }: Import, targets: readonly Target[]): MappingChoice {
  if (mapping) return chooseByMapping(mapping, columnsOf(lines, mapping).length)
  return chooseByLayout(lines, { scaleIds: targets.map(({ id }) => id), zone: zoneHere() })
}
