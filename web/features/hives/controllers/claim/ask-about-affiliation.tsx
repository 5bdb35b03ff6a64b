import { ApiError } from '../../../../api/api-error.ts'
import { ErrorWords } from '../../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import type { useClaimController } from '../controller-queries.ts'

/** Whether the server asks first, since an affiliation's managers will see the transmitter. */
export const asksAboutAffiliation = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'controller_affiliated'

/** Says whose managers will see the transmitter, before it is registered. */
export function AskAboutAffiliation({ claim }: { claim: ReturnType<typeof useClaimController> }) {
  const { error, variables: asked } = claim
  return (
    <Dialog
      open={asksAboutAffiliation(error)}
      onClose={claim.reset}
      title={<FormattedMessage id="claim.affiliated" />}
      confirm={<FormattedMessage id="claim.affiliated.action" />}
      onConfirm={() => asked && claim.mutate({ ...asked, askAboutAffiliation: false })}
    >
      <ErrorWords error={error} />
    </Dialog>
  )
}
