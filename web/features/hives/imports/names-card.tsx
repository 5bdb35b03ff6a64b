import { useState } from 'react'
import type { Import, ImportFindings, ImportMapping } from '#domain/hives/import.ts'
import { harmlessCell } from '#domain/platform/csv-row.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { useCheck } from './import-queries.ts'
import type { Target } from './import-screen.tsx'
import { useColumnNames, useRowNames } from './row-words.ts'

const ALL = 'all'

/** Asks whose rows to import from a table of several hives or sensors, which would otherwise be mixed in one curve. */
export function NamesCard({
  opened,
  mapping,
  names,
  targets,
  onChange,
  onClose,
}: {
  opened: Import
  mapping: ImportMapping
  names: NonNullable<ImportFindings['names']>
  targets: readonly Target[]
  onChange: () => void
  onClose: () => void
}) {
  const intl = useIntl()
  const columnName = useColumnNames(opened)
  const { name: rowName } = useRowNames()
  const check = useCheck(opened.id)
  const receivers = targets.filter(({ id }) => mapping.columns.some(({ scaleId }) => scaleId === id))
  const { compare } = new Intl.Collator(intl.locale, { numeric: true })
  const values = [...names.values].sort((a, b) => compare(a.value, b.value))
  const [chosen, choose] = useState(() => {
    // our own exports name scales like this
    const at = values.findIndex(({ value }) => receivers.some(({ name }) => harmlessCell(name) === value))
    return at < 0 ? '' : String(at)
  })
  const [isMissing, setMissing] = useState(false)
  const submit = () => {
    setMissing(chosen === '')
    if (chosen === '') return
    const value = chosen === ALL ? null : values[Number(chosen)]!.value
    const { only = [] } = mapping
    const others = only.filter(({ column }) => column !== names.column)
    check.mutate({ ...mapping, only: [...others, { column: names.column, value }] })
  }
  return (
    <Card
      title={<FormattedMessage id="import.names.title" values={{ name: opened.name }} />}
      meta={<FormattedMessage id="import.findings.nothingStored" />}
    >
      <Form
        draft={null}
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
          <FormattedMessage id="import.names.lead" values={{ column: columnName(names.column) }} />
        </Text>
        <Select
          name="rows"
          label={
            <FormattedMessage
              id="import.names.rows"
              values={{ scale: intl.formatList(receivers.map(({ name, place }) => `${name} (${place})`)) }}
            />
          }
          hint={
            !names.isComplete && <FormattedMessage id="import.names.more" values={{ count: names.values.length }} />
          }
          error={isMissing && chosen === '' && <FormattedMessage id="import.names.missing" />}
          value={chosen}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="" disabled>
            {intl.formatMessage({ id: 'import.names.choose' })}
          </option>
          {values.map(({ value, rows }, at) => (
            <option key={value} value={at}>
              {intl.formatMessage({ id: 'import.names.name' }, { name: rowName(value), count: rows })}
            </option>
          ))}
          <option value={ALL}>{intl.formatMessage({ id: 'import.names.all' })}</option>
        </Select>
        {check.error && <Refusal title={<ErrorWords error={check.error} />} />}
      </Form>
    </Card>
  )
}
