import { useInfiniteQuery } from '@tanstack/react-query'
import { Mails } from 'lucide-react'
import type { CustomerNotice } from '#domain/operations/customer-notice.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Pages } from '../../../offline/pages.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { noticesQuery } from './notice-queries.ts'

/** What was sent to customers, and whether it arrived. */
export function NoticeList() {
  const query = useInfiniteQuery(noticesQuery)
  return (
    <Card title={<FormattedMessage id="administration-notices.sent" />}>
      <Pages query={query}>
        {(notices) =>
          notices.length === 0 ? (
            <EmptyState
              icon={Mails}
              title={<FormattedMessage id="administration-notices.none" />}
              next={<FormattedMessage id="administration-notices.none.next" />}
            />
          ) : (
            <Stack as="ul" gap={5}>
              {notices.map((notice) => (
                <Stack key={notice.id} as="li" gap={1}>
                  <Sent notice={notice} />
                </Stack>
              ))}
            </Stack>
          )
        }
      </Pages>
    </Card>
  )
}

function Sent({ notice: { subject, text, created, sender, sent, failed, waiting } }: { notice: CustomerNotice }) {
  const intl = useIntl()
  return (
    <>
      <Text strong>{subject}</Text>
      <Text>{text}</Text>
      <Text>
        <FormattedMessage id="administration-notices.counts" values={{ sent, failed, waiting }} />
      </Text>
      <Text tone="neutral">
        {intl.formatDate(created, { dateStyle: 'medium', timeStyle: 'short' })}
        {sender && ` · ${sender}`}
      </Text>
    </>
  )
}
