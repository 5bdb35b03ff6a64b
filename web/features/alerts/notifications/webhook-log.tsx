import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { SentState } from '#domain/alerts/sent-notification.ts'
import type { WebhookLogEntry } from '#domain/alerts/webhook-log.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { faultWords } from '../../../i18n/fault-words.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { useIsOwnHand } from '../../../ui/form/own-hand.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { useRenewSecret, useResend, webhookLogQuery } from './notification-queries.ts'
import { SigningSecret } from './signing-secret.tsx'

const tones: Record<SentState, Tone> = { due: 'stale', sent: 'ok', failed: 'alarm', expired: 'loss' }

/** A webhook's last messages, each of which can be sent again, and a button for a new signing secret. */
export function WebhookLog({
  id,
  name,
  open,
  onClose,
}: {
  id: number
  name: string
  open: boolean
  onClose: () => void
}) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<FormattedMessage id="notification-screen.log.title" values={{ name }} />}
    >
      {open && <Log id={id} />}
    </Sheet>
  )
}

function Log({ id }: { id: number }) {
  const log = useQuery(webhookLogQuery(id))
  const resend = useResend(id)
  const renew = useRenewSecret(id)
  const isOwnHand = useIsOwnHand()
  return (
    <Stack>
      {renew.data ? (
        <SigningSecret secret={renew.data.signingSecret} />
      ) : (
        isOwnHand && (
          <Row>
            <Button busy={renew.isPending} onClick={() => renew.mutate()}>
              <FormattedMessage id="notification-screen.secret.renew" />
            </Button>
          </Row>
        )
      )}
      {resend.error && <Refusal title={<ErrorWords error={resend.error} />} />}
      <Loaded query={log}>
        {(entries) =>
          entries.length === 0 ? (
            <Text tone="neutral">
              <FormattedMessage id="notification-screen.log.none" />
            </Text>
          ) : (
            <Stack gap={3}>
              {entries.map((entry) => (
                <Entry
                  key={entry.id}
                  entry={entry}
                  isSending={resend.isPending && resend.variables === entry.id}
                  onResend={() => resend.mutate(entry.id)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  )
}

function Entry({ entry, isSending, onResend }: { entry: WebhookLogEntry; isSending: boolean; onResend: () => void }) {
  const intl = useIntl()
  const { state, stage, alarmType, attempts, error, created, body } = entry
  const what = alarmType && intl.formatMessage({ id: `alarm.type.${alarmType}` })
  const kind = intl.formatMessage({ id: `notification-screen.log.stage.${stage}` })
  return (
    <Stack gap={1}>
      <Row gap={2}>
        <Badge tone={tones[state]}>
          <FormattedMessage id={`notification-screen.log.state.${state}`} />
        </Badge>
        <Text>
          {[what, kind, intl.formatDate(created, { dateStyle: 'medium', timeStyle: 'short' })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Row>
      {error && <Text tone="neutral">{faultWords(intl, error)}</Text>}
      <Disclosure summary={<FormattedMessage id="notification-screen.log.body" values={{ attempts }} />}>
        <TextArea
          readOnly
          rows={8}
          value={body}
          labelHidden
          label={<FormattedMessage id="notification-screen.log.body" values={{ attempts }} />}
        />
      </Disclosure>
      <Row>
        <Button icon={RotateCw} busy={isSending} onClick={onResend}>
          <FormattedMessage id="notification-screen.log.resend" />
        </Button>
      </Row>
    </Stack>
  )
}
