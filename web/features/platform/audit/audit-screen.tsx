import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, History } from 'lucide-react'
import { useState } from 'react'
import { type AuditEntry, auditedSubjects } from '#domain/platform/audit.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useMoney } from '../../../i18n/money.tsx'
import { Pages } from '../../../offline/pages.tsx'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Page, Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { type AuditFilter, anything, auditFileAddress, auditQuery } from './audit-queries.ts'
import { AuditSheet } from './audit-sheet.tsx'
import { ActionWords, fieldName, SubjectWords } from './audit-words.tsx'
import { changeLine, type Names, valueText } from './change-text.ts'

/** Who changed what through administration. */
export function AuditScreen({ names }: { names: Names }) {
  const intl = useIntl()
  const [filter, setFilter] = useState(anything)
  const [open, setOpen] = useState<AuditEntry>()
  const query = useInfiniteQuery(auditQuery(filter))
  const columns = useColumns(names)
  const missing = Object.values(filter).some(Boolean) ? 'none' : 'nothing'
  return (
    <Page
      title={intl.formatMessage({ id: 'administration-audit.title' })}
      lead={<FormattedMessage id="administration-audit.lead" />}
      actions={
        <ButtonAnchor icon={Download} href={auditFileAddress(filter)} download>
          <FormattedMessage id="administration-audit.file" />
        </ButtonAnchor>
      }
    >
      <Stack>
        <Filters filter={filter} onChange={setFilter} />
        <Pages query={query}>
          {(entries) => (
            <Card flush>
              <Table
                caption={intl.formatMessage({ id: 'administration-audit.title' })}
                columns={columns}
                rows={entries}
                rowKey={({ id }) => id}
                onOpen={setOpen}
                empty={
                  <EmptyState
                    icon={History}
                    title={<FormattedMessage id={`administration-audit.${missing}`} />}
                    next={<FormattedMessage id={`administration-audit.${missing}.next`} />}
                  />
                }
              />
            </Card>
          )}
        </Pages>
      </Stack>
      <AuditSheet entry={open} names={names} onClose={() => setOpen(undefined)} />
    </Page>
  )
}

function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const intl = useIntl()
  const set = (changes: Partial<AuditFilter>) => onChange({ ...filter, ...changes })
  return (
    <Grid columns="medium">
      <SearchField
        label={<FormattedMessage id="administration-audit.search" />}
        value={filter.q}
        onSearch={(q) => set({ q })}
      />
      <Select
        label={<FormattedMessage id="administration-audit.what" />}
        value={filter.subject}
        onChange={({ target }) => set({ subject: target.value })}
        options={[
          { value: '', label: intl.formatMessage({ id: 'administration-audit.everything' }) },
          ...auditedSubjects.map((value) => ({
            value,
            label: intl.formatMessage({ id: `administration-audit.subject.${value}` }),
          })),
        ]}
      />
      <TextField
        type="date"
        label={<FormattedMessage id="ui.from" />}
        value={filter.from}
        max={filter.to || undefined}
        onChange={({ target }) => set({ from: target.value })}
      />
      <TextField
        type="date"
        label={<FormattedMessage id="ui.to" />}
        value={filter.to}
        min={filter.from || undefined}
        onChange={({ target }) => set({ to: target.value })}
      />
    </Grid>
  )
}

function useColumns(names: Names): TableColumn<AuditEntry>[] {
  const intl = useIntl()
  const words = { nameOf: (field: string) => fieldName(intl, field), text: valueText(intl, useMoney(), names) }
  const header = (id: 'at' | 'who' | 'action' | 'what' | 'change') =>
    intl.formatMessage({ id: `administration-audit.${id}` })
  return [
    {
      id: 'action',
      header: header('action'),
      cell: ({ action }) => <ActionWords action={action} />,
      phone: 'title',
    },
    {
      id: 'at',
      header: header('at'),
      cell: ({ at }) => intl.formatDate(at, { dateStyle: 'short', timeStyle: 'short' }),
      phone: 'fact',
    },
    { id: 'who', header: header('who'), cell: ({ actorEmail }) => actorEmail, phone: 'fact' },
    {
      id: 'what',
      header: header('what'),
      cell: ({ subjectType, subjectId, subjectName }) => (
        <>
          <SubjectWords subject={subjectType} /> {subjectName ?? subjectId}
        </>
      ),
      phone: 'hidden',
    },
    {
      id: 'change',
      header: header('change'),
      cell: ({ before, after }) => changeLine(before, after, words),
      phone: 'hidden',
    },
  ]
}
