import { CircleAlert, CloudUpload, Pencil, RotateCw, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ChangeOutcome, Noted, OutboxChange, OutboxEntry, Rejection } from '#domain/platform/worker-message.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { localeState } from '../../../i18n/locale-state.ts'
import { giveUpChange, retryChange } from '../../../offline/outbox.ts'
import { tellWorker } from '../../../offline/service-worker.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'

/** Describes a change: what was done, at which hive or transmitter, and any notes. */
export type ChangeWords = { what: string; where?: string | undefined; notes?: string | undefined }

/** A change that is queued or was refused. */
export function OutboxCard({
  entry,
  words: { what, where, notes },
  onEdit,
}: {
  entry: OutboxEntry
  words: ChangeWords
  onEdit: (() => void) | undefined
}) {
  const intl = useIntl()
  const [busy, setBusy] = useState(false)
  const { id, queuedAt, sending } = entry
  const retry = () => {
    setBusy(true)
    retryChange(id)
      .catch(reportError)
      .finally(() => setBusy(false))
  }
  const discard = () => {
    // what is displayed cannot be passed to the worker as it is, so copy it
    const { method, path, body, compared } = JSON.parse(JSON.stringify(entry)) as OutboxEntry
    const change = { id, method, path, body }
    giveUpChange(id).catch(reportError)
    toast.success(intl.formatMessage({ id: 'outbox.discarded' }, { what }), {
      id: `outbox-${id}`,
      action: {
        label: intl.formatMessage({ id: 'outbox.undo' }),
        onPress: () => void putBack(change, { queuedAt, compared }).catch(reportError),
      },
    })
  }
  const of = (action: 'edit' | 'retry' | 'discard') =>
    intl.formatMessage({ id: 'outbox.of' }, { action: intl.formatMessage({ id: `outbox.${action}` }), what })
  return (
    <Card
      title={where ? <FormattedMessage id="outbox.at" values={{ what, where }} /> : what}
      meta={intl.formatDate(queuedAt, { dateStyle: 'medium', timeStyle: 'short' })}
    >
      <Stack gap={3}>
        {notes && <Text>{notes}</Text>}
        <OutboxState entry={entry} />
        <Row>
          {onEdit && (
            <Button kind="primary" icon={Pencil} aria-label={of('edit')} onClick={onEdit}>
              <FormattedMessage id="outbox.edit" />
            </Button>
          )}
          <Button icon={RotateCw} busy={busy || sending} aria-label={of('retry')} onClick={retry}>
            <FormattedMessage id="outbox.retry" />
          </Button>
          <Button icon={Trash2} aria-label={of('discard')} onClick={discard}>
            <FormattedMessage id="outbox.discard" />
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

/** Queues a discarded change again. If the server refuses it again, it stays in the list, since no form has its words any more. */
async function putBack(change: OutboxChange, noted: Noted): Promise<void> {
  const told = await tellWorker({ type: 'queue', change, locale: localeState.locale, noted })
  const outcome = told?.value as ChangeOutcome | undefined
  if (outcome?.status === 'rejected') toast.error(outcome.rejection.message)
}

/** Why a change is still here. The server's messages are in the language used when the change was made. */
function OutboxState({ entry: { rejection, trouble, retryAt, sending } }: { entry: OutboxEntry }) {
  const intl = useIntl()
  if (rejection) {
    return (
      <>
        <div>
          <Badge tone="alarm" icon={CircleAlert}>
            <FormattedMessage id="outbox.state.refused" />
          </Badge>
        </div>
        <Text>{reasonOf(intl, rejection)}</Text>
      </>
    )
  }
  if (sending) {
    return (
      <div>
        <Badge icon={CloudUpload}>
          <FormattedMessage id="outbox.state.sending" />
        </Badge>
      </div>
    )
  }
  if (!trouble) {
    return (
      <div>
        <Badge tone="stale" icon={CloudUpload}>
          <FormattedMessage id="outbox.state.network" />
        </Badge>
      </div>
    )
  }
  return (
    <>
      <div>
        <Badge tone="stale" icon={TriangleAlert}>
          <FormattedMessage id="outbox.state.trouble" />
        </Badge>
      </div>
      <Text>
        {reasonOf(intl, trouble)}{' '}
        {retryAt !== null && (
          <FormattedMessage
            id="outbox.nextTry"
            values={{ time: intl.formatDate(retryAt, { dateStyle: 'medium', timeStyle: 'short' }) }}
          />
        )}
      </Text>
    </>
  )
}

const reasonOf = (intl: IntlShape, { status, message }: Rejection): string =>
  message || intl.formatMessage({ id: 'outbox.noReason' }, { status: String(status) })
