import { useQuery } from '@tanstack/react-query'
import type { Redemption } from '#domain/shop/subscription.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { redemptionsQuery } from './subscription-queries.ts'

/** Past renewals and their durations; nothing if there are none. */
export function Renewals({ controllerId }: { controllerId: number }) {
  const intl = useIntl()
  const { data: renewals = [] } = useQuery(redemptionsQuery(controllerId))
  if (renewals.length === 0) return null
  const date = (time: string) => intl.formatDate(time, { dateStyle: 'medium' })
  const term = ({ years, days }: Redemption) =>
    intl.formatList([
      ...(years > 0 ? [intl.formatMessage({ id: 'subscription.years' }, { years })] : []),
      ...(days > 0 ? [intl.formatMessage({ id: 'subscription.days' }, { days })] : []),
    ])
  return (
    <Disclosure summary={<FormattedMessage id="subscription.renewals" values={{ count: renewals.length }} />}>
      <Facts
        facts={renewals.map((renewal) => ({
          id: String(renewal.id),
          name: date(renewal.redeemedAt),
          value: (
            <FormattedMessage
              id={renewal.extraDays > 0 ? 'subscription.renewal.longer' : 'subscription.renewal'}
              values={{ term: term(renewal), end: date(renewal.end), extra: renewal.extraDays }}
            />
          ),
        }))}
      />
    </Disclosure>
  )
}
