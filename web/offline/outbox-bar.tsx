import { CircleAlert, CloudUpload, TriangleAlert } from 'lucide-react'
import type { OutboxEntry } from '#domain/platform/worker-message.ts'
import { FormattedMessage } from '../i18n/intl.tsx'
import { ButtonLink } from '../ui/navigation/links.ts'
import { Banner } from '../ui/status/banner.tsx'

/** Says what was not saved, or otherwise how many changes are waiting and for what, with a link to them. */
export function OutboxBar({ waiting, refused }: { waiting: readonly OutboxEntry[]; refused: readonly OutboxEntry[] }) {
  const [first] = refused
  const failed = waiting.filter(({ trouble }) => trouble)
  const count = failed.length || waiting.length
  const kind = failed.length > 0 ? 'failing' : 'waiting'
  return (
    <Banner
      tone={first ? 'alarm' : 'stale'}
      icon={first ? CircleAlert : failed.length > 0 ? TriangleAlert : CloudUpload}
      title={
        first ? (
          <FormattedMessage
            id={refused.length > 1 ? 'outbox.refused' : 'outbox.changeRefused'}
            values={{
              count: refused.length,
              reason: first.rejection?.message || <FormattedMessage id="outbox.bar.noReason" />,
            }}
          />
        ) : (
          <FormattedMessage id={`outbox.${kind}`} values={{ count }} />
        )
      }
      actions={
        <ButtonLink to="/outbox">
          <FormattedMessage id="outbox.show" />
        </ButtonLink>
      }
    />
  )
}
