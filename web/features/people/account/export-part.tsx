import { Download } from 'lucide-react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Part } from './part.tsx'

/** A link to everything in one file, which the browser writes to disk as it arrives. */
export function ExportLink() {
  return (
    <Row>
      <ButtonAnchor icon={Download} href="/api/user/export" download>
        <FormattedMessage id="account.export.action" />
      </ButtonAnchor>
    </Row>
  )
}

export function ExportPart() {
  return (
    <Part title={<FormattedMessage id="account.export" />} why={<FormattedMessage id="account.export.what" />}>
      <ExportLink />
    </Part>
  )
}
