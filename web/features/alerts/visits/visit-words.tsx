import type { Visit } from '#domain/alerts/visit.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'

/** Weight steps in kg, as text: "−12.4 kg, +3.1 kg". */
export const changeWords = (intl: IntlShape, changes: readonly number[]): string =>
  changes.map((kg) => intl.formatMessage({ id: 'visit-screen.change' }, { kg })).join(', ')

/** When a visit took place, or since when it has been going on. */
export function VisitTimes({ visit: { startedAt, endedAt } }: { visit: Visit }) {
  const intl = useIntl()
  const from = intl.formatDate(startedAt, { dateStyle: 'medium', timeStyle: 'short' })
  if (endedAt === null) return <FormattedMessage id="visit-screen.since" values={{ time: from }} />
  const isSameDay = new Date(startedAt).toDateString() === new Date(endedAt).toDateString()
  const to = intl.formatDate(endedAt, { ...(!isSameDay && { dateStyle: 'medium' }), timeStyle: 'short' })
  return <FormattedMessage id="visit-screen.span" values={{ from, to }} />
}
