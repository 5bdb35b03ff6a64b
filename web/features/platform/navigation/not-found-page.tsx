import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { useScreenName } from './document-title.tsx'
import { Notice } from './notice.tsx'

export function NotFoundPage() {
  useScreenName(useIntl().formatMessage({ id: 'app.notFound.title' }))
  return (
    <Notice title={<FormattedMessage id="app.notFound.title" />} next={<FormattedMessage id="app.notFound.next" />}>
      <ButtonLink kind="primary" to="/dashboard">
        <FormattedMessage id="app.notFound.action" />
      </ButtonLink>
    </Notice>
  )
}
