import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../button.tsx'
import { Row } from '../layout/layout.tsx'

/** The footer of a `Sheet` with a form: the submit button and the way out. */
export function SheetActions({
  form,
  send = <FormattedMessage id="ui.save" />,
  icon,
  danger = false,
  busy = false,
  onCancel,
}: {
  /** The `id` of the form in the body; if undefined, there is only the way out. */
  form: string | undefined
  /** The verb on the button, if not "Save". */
  send?: ReactNode
  icon?: LucideIcon
  danger?: boolean
  busy?: boolean
  onCancel: () => void
}) {
  return (
    <Row>
      {form && (
        <Button kind={danger ? 'danger' : 'primary'} type="submit" form={form} icon={icon} busy={busy}>
          {send}
        </Button>
      )}
      <Button onClick={onCancel}>
        <FormattedMessage id="ui.cancel" />
      </Button>
    </Row>
  )
}
