import type { AuditEntry } from '#domain/platform/audit.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useMoney } from '../../../i18n/money.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { ActionWords, fieldName, SubjectWords } from './audit-words.tsx'
import { changedRows, type Names, valueText } from './change-text.ts'

/** One change with every field. */
export function AuditSheet({
  entry,
  names,
  onClose,
}: {
  entry: AuditEntry | undefined
  names: Names
  onClose: () => void
}) {
  return (
    <Sheet open={entry !== undefined} onClose={onClose} title={entry && <ActionWords action={entry.action} />}>
      {entry && <Details entry={entry} names={names} />}
    </Sheet>
  )
}

function Details({ entry, names }: { entry: AuditEntry; names: Names }) {
  const intl = useIntl()
  const rows = changedRows(entry.before, entry.after, valueText(intl, useMoney(), names))
  const word = (id: 'field' | 'before' | 'after') => intl.formatMessage({ id: `administration-audit.${id}` })
  return (
    <Stack>
      <Facts
        facts={[
          {
            id: 'at',
            name: <FormattedMessage id="administration-audit.at" />,
            value: intl.formatDate(entry.at, { dateStyle: 'long', timeStyle: 'medium' }),
          },
          { id: 'who', name: <FormattedMessage id="administration-audit.who" />, value: entry.actorEmail },
          ...(entry.actingAsId === null
            ? []
            : [
                {
                  id: 'acting',
                  name: <FormattedMessage id="administration-audit.actingAs" />,
                  value: entry.actingAsEmail ?? entry.actingAsId,
                },
              ]),
          {
            id: 'subject',
            name: <FormattedMessage id="administration-audit.what" />,
            value: (
              <>
                <SubjectWords subject={entry.subjectType} />{' '}
                {[entry.subjectName, entry.subjectId].filter(Boolean).join(' · ')}
              </>
            ),
          },
          ...(entry.requestId === null
            ? []
            : [
                {
                  id: 'request',
                  name: <FormattedMessage id="administration-audit.request" />,
                  value: entry.requestId,
                },
              ]),
        ]}
      />
      {rows.length === 0 ? (
        <Text tone="neutral">
          <FormattedMessage id="administration-audit.noFields" />
        </Text>
      ) : (
        <Table
          caption={intl.formatMessage({ id: 'administration-audit.change' })}
          rows={rows}
          rowKey={({ field }) => field}
          columns={[
            { id: 'field', header: word('field'), cell: ({ field }) => fieldName(intl, field) },
            { id: 'before', header: word('before'), cell: ({ before }) => before },
            { id: 'after', header: word('after'), cell: ({ after }) => after },
          ]}
        />
      )}
    </Stack>
  )
}
