import { useBlocker } from '@tanstack/react-router'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

/** Asks for confirmation before unsaved text is lost by a link, the back button, or closing the page. */
export function LeaveQuestion({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      danger
      title={<FormattedMessage id="administration-shop-config.leave.question" />}
      confirm={<FormattedMessage id="administration-shop-config.leave" />}
      onConfirm={() => blocker.proceed?.()}
    >
      <Text>
        <FormattedMessage id="administration-shop-config.leave.consequence" />
      </Text>
    </Dialog>
  )
}
