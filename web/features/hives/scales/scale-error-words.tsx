import { ApiError } from '../../../api/api-error.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'

/** Why a scale was not saved; what the API calls a combination is a channel here. */
export function ScaleErrorWords({ error }: { error: unknown }) {
  const isTaken = error instanceof ApiError && error.code === 'combination_exists'
  return isTaken ? <FormattedMessage id="scale.channelTaken" /> : <ErrorWords error={error} />
}
