import { isChannelFault } from '#domain/alerts/notification.ts'
import type { IntlShape } from './create-intl.ts'

/** Why a message did not arrive: as a sentence if the reason is known, otherwise as the service put it. */
export const faultWords = (intl: IntlShape, reason: string): string =>
  isChannelFault(reason) ? intl.formatMessage({ id: `error.${reason}` }) : reason
