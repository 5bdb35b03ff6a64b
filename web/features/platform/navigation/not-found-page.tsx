import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Notice } from './notice.tsx'

export function NotFoundPage() {
  return (
    <Notice title={<FormattedMessage id="app.notFound.title" />} next={<FormattedMessage id="app.notFound.next" />}>
      <ButtonLink kind="primary" to="/dashboard">
        <FormattedMessage id="app.notFound.action" />
      </ButtonLink>
    </Notice>
  )
}
