import { Pause, Play, Send, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { Forwarding } from '#domain/exchange/forwarding.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { AddressCodeForm } from './address-code-form.tsx'
import { type ForwardedScale, ForwardingForm } from './forwarding-form.tsx'
import { useIsSaving, usePauseForwarding, useRemoveForwarding, useTestForwarding } from './forwarding-queries.ts'

/** What is open: an existing forwarding, or the form for a new one. */
type OpenForwarding = Forwarding | 'new' | undefined

/** A forwarding with its state and everything that can be done with it, or the form for a new one. */
export function ForwardingSheet({
  controllerId,
  scales,
  open,
  onClose,
}: {
  controllerId: number
  scales: readonly ForwardedScale[]
  open: OpenForwarding
  onClose: () => void
}) {
  const form = useId()
  const isSaving = useIsSaving()
  const forwarding = open === 'new' ? undefined : open
  return (
    <Sheet
      open={open !== undefined}
      onClose={onClose}
      title={
        forwarding ? (
          <FormattedMessage id="forwarding.edit" values={{ address: forwarding.address }} />
        ) : (
          <FormattedMessage id="forwarding.add" />
        )
      }
      footer={<SheetActions form={form} busy={isSaving} onCancel={onClose} />}
    >
      <Stack>
        {forwarding && <Doings controllerId={controllerId} forwarding={forwarding} onGone={onClose} />}
        <ForwardingForm
          key={forwarding?.id}
          id={form}
          controllerId={controllerId}
          scales={scales}
          forwarding={forwarding}
          onDone={onClose}
        />
      </Stack>
    </Sheet>
  )
}

/** A forwarding's state, and buttons to test, pause and end it. */
function Doings({
  controllerId,
  forwarding: { id, address, status, lastError, nextDueAt },
  onGone,
}: {
  controllerId: number
  forwarding: Forwarding
  onGone: () => void
}) {
  const intl = useIntl()
  const test = useTestForwarding(controllerId)
  const pause = usePauseForwarding(controllerId)
  const remove = useRemoveForwarding(controllerId)
  const [asking, ask] = useState(false)
  const isPaused = status === 'paused'
  const isUnconfirmed = status === 'unconfirmed'
  return (
    <Stack gap={3}>
      {lastError && !isPaused && <Banner tone={status === 'failing' ? 'loss' : 'stale'} title={lastError} />}
      {isUnconfirmed && <AddressCodeForm controllerId={controllerId} id={id} address={address} />}
      {!isPaused && !isUnconfirmed && (
        <Text tone="neutral">
          {nextDueAt ? (
            <FormattedMessage
              id="forwarding.nextAt"
              values={{ time: intl.formatDate(nextDueAt, { dateStyle: 'medium', timeStyle: 'short' }) }}
            />
          ) : (
            <FormattedMessage id="forwarding.nextWhenNew" />
          )}
        </Text>
      )}
      <Row gap={2}>
        {!isUnconfirmed && (
          <>
            <Button icon={Send} busy={test.isPending} onClick={() => test.mutate(id)}>
              <FormattedMessage id="forwarding.sendNow" />
            </Button>
            <Button
              icon={isPaused ? Play : Pause}
              busy={pause.isPending}
              onClick={() => pause.mutate({ id, paused: !isPaused })}
            >
              <FormattedMessage id={isPaused ? 'forwarding.resume' : 'forwarding.pause'} />
            </Button>
          </>
        )}
        <Button kind="quiet" icon={Trash2} onClick={() => ask(true)}>
          <FormattedMessage id="forwarding.remove" />
        </Button>
      </Row>
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        danger
        busy={remove.isPending}
        title={<FormattedMessage id="forwarding.remove.question" values={{ address }} />}
        confirm={<FormattedMessage id="forwarding.remove" />}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: onGone,
            onSettled: () => ask(false),
          })
        }
      >
        <FormattedMessage id="forwarding.remove.why" />
      </Dialog>
    </Stack>
  )
}
