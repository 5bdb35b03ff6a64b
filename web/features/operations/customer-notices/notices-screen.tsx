import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Page, Stack } from '../../../ui/layout/layout.tsx'
import { type NoticeChoices, NoticeForm } from './notice-form.tsx'
import { NoticeList } from './notice-list.tsx'

/** Messages to customers. `affiliation`: the only one whose customers receive them; `progress`: that of messages being sent. */
export function NoticesScreen({
  affiliation,
  progress,
  ...choices
}: NoticeChoices & { affiliation: string | undefined; progress: ReactNode }) {
  const intl = useIntl()
  return (
    <Page
      width="reading"
      title={intl.formatMessage({ id: 'administration-notices.title' })}
      lead={
        affiliation === undefined ? (
          <FormattedMessage id="administration-notices.lead" />
        ) : (
          <FormattedMessage id="administration-notices.lead.affiliation" values={{ name: affiliation }} />
        )
      }
    >
      <Stack gap={5}>
        <NoticeForm {...choices} />
        {progress}
        <NoticeList />
      </Stack>
    </Page>
  )
}
