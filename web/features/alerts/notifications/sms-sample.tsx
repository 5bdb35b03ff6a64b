import { fitSmsNames, smsFit } from '#domain/alerts/sms-text.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { SmsCount } from '../../../ui/fields/sms-count.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/** Shows how an alarm of a transmitter with this name reads as an SMS. It always fits in one; long names are cut. */
export function SmsSample({ name }: { name: string }) {
  const intl = useIntl()
  const facts = [
    intl.formatNumber(-1.9, { style: 'unit', unit: 'kilogram', signDisplay: 'exceptZero' }),
    intl.formatDate(new Date(2026, 4, 10, 11, 55), { weekday: 'short', hour: '2-digit', minute: '2-digit' }),
  ]
  const text = fitSmsNames([name], ([place = '']) =>
    [intl.formatMessage({ id: 'notification.push.swarm' }, { place }), facts.join(', ')].join(' '),
  )
  return (
    <Disclosure summary={<FormattedMessage id="notification-screen.sample" />}>
      <Text>{text}</Text>
      <SmsCount fit={smsFit(text)} />
    </Disclosure>
  )
}
