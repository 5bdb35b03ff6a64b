import { CloudCheck } from 'lucide-react'
import type { OutboxEntry } from '#domain/platform/worker-message.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useOutbox } from '../../../offline/outbox.ts'
import { Page, Stack } from '../../../ui/layout/layout.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { type ChangeWords, OutboxCard } from './outbox-card.tsx'

/** Changes made on this device that have not reached the server, refused ones first: what they are, why they are waiting, and what to do. */
export function OutboxScreen({
  wordsOf,
  editorOf,
}: {
  wordsOf: (entry: OutboxEntry) => ChangeWords
  /** Opens an editor for a change; undefined if it can only be sent again or discarded. */
  editorOf: (entry: OutboxEntry) => (() => void) | undefined
}) {
  const { waiting, refused } = useOutbox()
  const entries = [...refused, ...waiting]
  return (
    <Page
      width="reading"
      title={<FormattedMessage id="outbox.title" />}
      lead={entries.length > 0 && <FormattedMessage id="outbox.lead" />}
    >
      {entries.length === 0 ? (
        <EmptyState
          icon={CloudCheck}
          title={<FormattedMessage id="outbox.none" />}
          next={<FormattedMessage id="outbox.none.next" />}
        />
      ) : (
        <Stack as="ul">
          {entries.map((entry) => (
            <li key={entry.id}>
              <OutboxCard entry={entry} words={wordsOf(entry)} onEdit={editorOf(entry)} />
            </li>
          ))}
        </Stack>
      )}
    </Page>
  )
}
