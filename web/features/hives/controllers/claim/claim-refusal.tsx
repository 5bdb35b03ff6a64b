import { ApiError } from '../../../../api/api-error.ts'
import { isObject, number } from '../../../../api/read-fields.ts'
import { ErrorWords } from '../../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { ButtonLink } from '../../../../ui/navigation/links.ts'
import { Refusal } from '../../../../ui/status/refusal.tsx'

/**
 * Why a transmitter could not be registered, and who can help if the numbers are right: a transmitter that the server does not know is refused in the same words as
 * wrong numbers. If it already is one's own, as after a lost answer, includes a link to it.
 */
export function ClaimRefusal({ error }: { error: Error }) {
  const code = error instanceof ApiError ? error.code : undefined
  const isTaken = code === 'controller_already_registered'
  // the reply contains an id only if the transmitter is one's own
  const id = isTaken && error instanceof ApiError && isObject(error.reply) ? number(error.reply.id) : undefined
  return (
    <Refusal title={<ErrorWords error={error} />}>
      {code === 'imei_imsi_mismatch' && <FormattedMessage id="claim.refused.unknown" />}
      {isTaken && id === undefined && <FormattedMessage id="claim.refused.taken" />}
      {id !== undefined && (
        <ButtonLink to="/settings/controllers/$controllerId" params={{ controllerId: String(id) }}>
          <FormattedMessage id="claim.toTransmitter" />
        </ButtonLink>
      )}
    </Refusal>
  )
}
