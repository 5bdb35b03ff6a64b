import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SentNotification } from '#domain/alerts/sent-notification.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { faultWords } from '../../../i18n/fault-words.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { useRemoveSent } from './sent-queries.ts'
import { SentBadge } from './sent-state.tsx'
import { SentSubject } from './sent-subject.tsx'

/** One message with everything known about its delivery, and a button to remove it. */
export function SentSheet({ sent, onClose }: { sent: SentNotification | undefined; onClose: () => void }) {
  const [asking, ask] = useState(false)
  const remove = useRemoveSent()
  return (
    <>
      <Sheet
        open={sent !== undefined}
        onClose={onClose}
        title={sent && <SentSubject sent={sent} />}
        footer={
          <Button kind="danger" icon={Trash2} onClick={() => ask(true)}>
            <FormattedMessage id={`administration-notifications.${sent?.state === 'due' ? 'stop' : 'remove'}`} />
          </Button>
        }
      >
        {sent && <Known sent={sent} />}
      </Sheet>
      <Dialog
        open={asking}
        onClose={() => {
          remove.reset()
          ask(false)
        }}
        danger
        title={<FormattedMessage id="administration-notifications.remove.question" />}
        confirm={<FormattedMessage id={`administration-notifications.${sent?.state === 'due' ? 'stop' : 'remove'}`} />}
        busy={remove.isPending}
        error={remove.error && <ErrorWords error={remove.error} />}
        onConfirm={() =>
          sent &&
          remove.mutate(sent.id, {
            onSuccess: () => {
              ask(false)
              onClose()
            },
          })
        }
      >
        <Text>
          <FormattedMessage
            id={`administration-notifications.remove.${sent?.state === 'due' ? 'consequence_due' : 'consequence'}`}
          />
        </Text>
      </Dialog>
    </>
  )
}

function Known({ sent }: { sent: SentNotification }) {
  const intl = useIntl()
  const time = (at: string) => intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' })
  const name = (id: 'to' | 'outcome' | 'attempts' | 'error' | 'created' | 'sent' | 'due') => (
    <FormattedMessage id={`administration-notifications.${id}`} />
  )
  return (
    <Facts
      facts={[
        { id: 'to', name: name('to'), value: sent.name || '–' },
        {
          id: 'address',
          name: <FormattedMessage id={`administration-notifications.channel.${sent.channel}`} />,
          value: sent.address,
        },
        { id: 'outcome', name: name('outcome'), value: <SentBadge state={sent.state} /> },
        { id: 'attempts', name: name('attempts'), value: intl.formatNumber(sent.attempts) },
        ...(sent.error ? [{ id: 'error', name: name('error'), value: faultWords(intl, sent.error) }] : []),
        { id: 'created', name: name('created'), value: time(sent.created) },
        ...(sent.sent
          ? [{ id: 'sent', name: name('sent'), value: time(sent.sent) }]
          : sent.state === 'due'
            ? [{ id: 'due', name: name('due'), value: time(sent.due) }]
            : []),
      ]}
    />
  )
}
