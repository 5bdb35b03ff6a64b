import { FormattedMessage } from '../../i18n/intl.tsx'
import { Text } from '../layout/text.tsx'

/** How much of one SMS a text takes, while it is written; `fit` as `smsFit` of the domain gives it. */
export function SmsCount({
  fit: { used, limit, fits, encoding },
}: {
  fit: { used: number; limit: number; fits: boolean; encoding: 'GSM-7' | 'UCS-2' }
}) {
  return (
    <Text tone={fits ? 'neutral' : 'alarm'} strong={!fits}>
      <FormattedMessage id={fits ? 'ui.smsCount' : 'ui.smsTooLong'} values={{ used, limit }} />
      {encoding === 'UCS-2' && (
        <>
          {' '}
          <FormattedMessage id="ui.smsShort" />
        </>
      )}
    </Text>
  )
}
