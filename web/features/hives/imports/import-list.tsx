import { useQuery } from '@tanstack/react-query'
import type { ImportStatus, ImportSummary } from '#domain/hives/import.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RowLink } from '../../../ui/navigation/row-link.ts'
import type { Tone } from '../../../ui/tone.ts'
import { importsQuery } from './import-queries.ts'
import { useRowNames } from './row-words.ts'

const tones: Record<ImportStatus, Tone> = {
  uploaded: 'neutral',
  checking: 'accent',
  checked: 'neutral',
  importing: 'accent',
  imported: 'ok',
  undoing: 'accent',
  undone: 'neutral',
  failed: 'alarm',
}

/** Earlier imports; pressing one opens it, to continue or undo it. */
export function ImportList({ openId }: { openId: number | undefined }) {
  const intl = useIntl()
  const query = useQuery(importsQuery)
  const { table } = useRowNames()
  const header = (id: 'name' | 'date' | 'readings' | 'status') => intl.formatMessage({ id: `import.list.${id}` })
  const columns: TableColumn<ImportSummary>[] = [
    { id: 'name', header: header('name'), cell: table, sortBy: ({ name }) => name },
    {
      id: 'date',
      header: header('date'),
      phone: 'fact',
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => intl.formatDate(createdAt, { dateStyle: 'medium', timeStyle: 'short' }),
    },
    {
      id: 'readings',
      header: header('readings'),
      align: 'end',
      phone: 'hidden',
      sortBy: ({ readings }) => readings,
      cell: ({ readings }) => intl.formatNumber(readings),
    },
    {
      id: 'status',
      header: header('status'),
      phone: 'fact',
      cell: ({ status }) => (
        <Badge tone={tones[status]}>
          <FormattedMessage id={`import.status.${status}`} />
        </Badge>
      ),
    },
  ]
  return (
    <Loaded query={query} age={false}>
      {(list) => {
        const others = list.filter(({ id }) => id !== openId)
        if (others.length === 0) return null
        return (
          <Card flush title={<FormattedMessage id="import.list.title" />}>
            <Table
              caption={intl.formatMessage({ id: 'import.list.title' })}
              columns={columns}
              rows={others}
              rowKey={({ id }) => id}
              link={({ id }, title) => (
                <RowLink to="/settings/import" search={{ import: id }}>
                  {title}
                </RowLink>
              )}
            />
          </Card>
        )
      }}
    </Loaded>
  )
}
