import { useState } from 'react'
import { type Import, type ImportFindings, type ImportMapping, ImportQuantity } from '#domain/hives/import.ts'
import { harmlessCell } from '#domain/platform/csv-row.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { useCheck } from './import-queries.ts'
import { useColumnNames, useRowNames } from './row-words.ts'
import { cellsOf, suggestQuantities, suggestScales } from './scale-suggestions.ts'
import type { Target } from './target.ts'

const ALL = 'all'
const EACH = 'each'
/** Each name not only says the scale, but also what was measured. */
const MEASURED = 'measured'

/** Asks whose rows to import from a table of several hives or sensors, which would otherwise be mixed in one curve. */
export function NamesCard({
  opened,
  mapping,
  names,
  before,
  targets,
  onChange,
  onClose,
}: {
  opened: Import
  mapping: ImportMapping
  names: NonNullable<ImportFindings['names']>
  /** The scales by name that were chosen before the columns were changed. */
  before?: ImportMapping['names']
  targets: readonly Target[]
  onChange: () => void
  onClose: () => void
}) {
  const intl = useIntl()
  const columnName = useColumnNames(opened)
  const { name: rowName } = useRowNames()
  const check = useCheck(opened.id)
  const receiverIds = mapping.names?.rows.map(({ scaleId }) => scaleId) ?? mapping.columns.map(({ scaleId }) => scaleId)
  const receivers = targets.filter(({ id }) => receiverIds.includes(id))
  const canChooseEach = targets.length > 1 && new Set(mapping.columns.map(({ scaleId }) => scaleId)).size === 1
  const { compare } = new Intl.Collator(intl.locale, { numeric: true })
  const values = names.values.toSorted((a, b) => compare(cellsOf(a).join('\n'), cellsOf(b).join('\n')))
  const single = [...new Map(values.map(({ value }) => [value, sumOf(values, value)]))]
  const [first] = mapping.columns
  const [guessed] = useState(() => suggestQuantities(values, mapping.names ?? before))
  const canChooseMeasured = mapping.columns.length === 1 && (targets.length > 1 || guessed !== undefined)
  const [quantities, setQuantities] = useState(() =>
    values.map((_, at) => guessed?.[at] ?? first?.quantity ?? 'weight'),
  )
  const [chosen, choose] = useState(() => {
    if (canChooseMeasured && guessed) return MEASURED
    if (canChooseEach && !mapping.names) return EACH
    // our own exports name scales like this
    const at = single.findIndex(([value]) => receivers.some(({ name }) => harmlessCell(name) === value))
    return at < 0 || mapping.names ? '' : String(at)
  })
  const [scaleIds, setScaleIds] = useState(() =>
    suggestScales(values, targets, mapping.names ?? before, canChooseMeasured ? guessed : undefined),
  )
  const [isSent, setSent] = useState(false)
  const isMeasured = chosen === MEASURED
  const isEach = chosen === EACH || isMeasured
  const rows = values.flatMap((value, at) => {
    const scaleId = scaleIds[at]
    const quantity = isMeasured && quantities[at]
    return scaleId === undefined ? [] : [{ cells: cellsOf(value), scaleId, ...(quantity && { quantity }) }]
  })
  const isMissing = chosen === '' || (isEach && rows.length === 0)
  const places = scaleIds.map((id, at) => id && `${id} ${isMeasured && quantities[at]}`)
  const isTwice = (at: number) =>
    places[at] !== undefined && places.indexOf(places[at]) !== places.lastIndexOf(places[at])
  const submit = () => {
    setSent(true)
    if (isMissing || (isEach && values.some((_, at) => isTwice(at)))) return
    const only = (mapping.only ?? []).filter(({ column }) => column !== names.column)
    if (isEach) {
      const columns = [...(mapping.names?.columns ?? []), names.column]
      check.mutate({ ...mapping, only, names: { columns, rows } })
    } else {
      const value = chosen === ALL ? null : single[Number(chosen)]![0]
      check.mutate({ ...mapping, only: [...only, { column: names.column, value }] })
    }
  }
  return (
    <Card
      title={<FormattedMessage id="import.names.title" values={{ name: opened.name }} />}
      meta={<FormattedMessage id="import.findings.nothingStored" />}
    >
      <Form
        draft={`import ${opened.id}, ${names.column}`}
        onSubmit={submit}
        actions={
          <>
            <Button kind="primary" type="submit" busy={check.isPending}>
              <FormattedMessage id="import.mapping.check" />
            </Button>
            <Button onClick={onChange}>
              <FormattedMessage id="import.change" />
            </Button>
            <Button kind="quiet" onClick={onClose}>
              <FormattedMessage id="import.another" />
            </Button>
          </>
        }
      >
        <Text>
          <FormattedMessage
            id={canChooseEach || chosen === MEASURED ? 'import.names.leadEach' : 'import.names.lead'}
            values={{ column: columnName(names.column) }}
          />
        </Text>
        <Select
          name="rows"
          label={
            isEach || receivers.length !== 1 ? (
              <FormattedMessage id="import.names.which" />
            ) : (
              <FormattedMessage
                id="import.names.rows"
                values={{ scale: intl.formatList(receivers.map(({ name, place }) => `${name} (${place})`)) }}
              />
            )
          }
          hint={
            !names.isComplete && <FormattedMessage id="import.names.more" values={{ count: names.values.length }} />
          }
          error={isSent && isMissing && <FormattedMessage id="import.names.missing" />}
          value={chosen}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="" disabled>
            {intl.formatMessage({ id: 'import.names.choose' })}
          </option>
          {canChooseEach && <option value={EACH}>{intl.formatMessage({ id: 'import.names.each' })}</option>}
          {canChooseMeasured && <option value={MEASURED}>{intl.formatMessage({ id: 'import.names.measured' })}</option>}
          {single.map(([value, rows], at) => (
            <option key={value} value={at}>
              {intl.formatMessage({ id: 'import.names.name' }, { name: rowName(value), count: rows })}
            </option>
          ))}
          <option value={ALL}>{intl.formatMessage({ id: 'import.names.all' })}</option>
        </Select>
        {isEach && (
          <Grid columns="medium">
            {values.map((value, at) => {
              const of = cellsOf(value).join('\n')
              const name = cellsOf(value).map(rowName).join(' · ')
              return (
                <Stack gap={2} key={of}>
                  <Select
                    name={`scale of ${of}`}
                    label={<FormattedMessage id="import.names.name" values={{ name, count: value.rows }} />}
                    error={
                      isSent &&
                      isTwice(at) && (
                        <FormattedMessage id={isMeasured ? 'import.names.twiceMeasured' : 'import.names.twice'} />
                      )
                    }
                    value={scaleIds[at] ?? ''}
                    onChange={({ target }) => setScaleIds(scaleIds.with(at, Number(target.value) || undefined))}
                    options={[
                      { value: '', label: intl.formatMessage({ id: 'import.names.leaveOut' }) },
                      ...targets.map(({ id, name, place }) => ({ value: String(id), label: `${name} (${place})` })),
                    ]}
                  />
                  {isMeasured && scaleIds[at] !== undefined && (
                    <Select
                      name={`quantity of ${of}`}
                      label={<FormattedMessage id="import.names.quantity" values={{ name }} />}
                      value={quantities[at]}
                      onChange={({ target }) => setQuantities(quantities.with(at, target.value as ImportQuantity))}
                      options={ImportQuantity.options.map((value) => ({
                        value,
                        label: intl.formatMessage({ id: `import.use.${value}` }),
                      }))}
                    />
                  )}
                </Stack>
              )
            })}
          </Grid>
        )}
        {check.error && <Refusal title={<ErrorWords error={check.error} />} />}
      </Form>
    </Card>
  )
}

const sumOf = (values: readonly { value: string; rows: number }[], value: string): number =>
  values.reduce((sum, one) => (one.value === value ? sum + one.rows : sum), 0)
