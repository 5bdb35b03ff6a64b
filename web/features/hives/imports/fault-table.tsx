import type { Import, ImportFindings } from '#domain/hives/import.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { useColumnNames } from './row-words.ts'

type Fault = ImportFindings['faults'][number]

/** The cells that cannot be used, with their lines and the reasons; at most the first hundred. */
export function FaultTable({ opened, faults, count }: { opened: Import; faults: readonly Fault[]; count: number }) {
  const intl = useIntl()
  const columnName = useColumnNames(opened)
  const header = (id: 'line' | 'column' | 'value' | 'reason') => intl.formatMessage({ id: `import.fault.${id}` })
  const columns: TableColumn<Fault>[] = [
    {
      id: 'line',
      header: header('line'),
      cell: ({ line }) => <FormattedMessage id="import.fault.atLine" values={{ line }} />,
    },
    {
      id: 'reason',
      header: header('reason'),
      phone: 'fact',
      cell: ({ code }) => <FormattedMessage id={`import.fault.${code}`} />,
    },
    {
      id: 'column',
      header: header('column'),
      phone: 'hidden',
      cell: ({ column }) => (column === null ? '–' : columnName(column)),
    },
    { id: 'value', header: header('value'), phone: 'fact', cell: ({ value }) => value || '–' },
  ]
  return (
    <Stack gap={2} as="section">
      <Heading level={3}>
        <FormattedMessage id="import.findings.faults" />
      </Heading>
      {count > faults.length && (
        <Text tone="neutral">
          <FormattedMessage id="import.findings.faultsShown" values={{ shown: faults.length, count }} />
        </Text>
      )}
      <Table
        caption={intl.formatMessage({ id: 'import.findings.faults' })}
        columns={columns}
        rows={faults}
        rowKey={({ line, column, code }) => `${line} ${column} ${code}`}
      />
    </Stack>
  )
}
