import { FormattedMessage } from '../../i18n/intl.tsx'
import { Text } from '../layout/text.tsx'

/** Shows how much of one SMS a text uses while it is being written; `fit` is the result of `smsFit` in the domain. */
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
