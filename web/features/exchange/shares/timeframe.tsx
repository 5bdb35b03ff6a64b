import type { Share } from '#domain/exchange/share.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'

/** The period a share shows, in words: "last 7 days", "1 to 30 April 2026". */
export function Timeframe({ type, days, from, to }: Pick<Share, 'type' | 'days' | 'from' | 'to'>) {
  const intl = useIntl()
  if (type === 'livefeed') return <FormattedMessage id="share.lastDays" values={{ days }} />
  if (type !== 'fixed' || from === null || to === null) return <FormattedMessage id={`share.type.${type}`} />
  return intl.formatDateTimeRange(new Date(from), new Date(Date.parse(to) - 1), { dateStyle: 'medium' })
}
