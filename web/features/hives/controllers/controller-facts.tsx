import type { Controller } from '#domain/hives/controller.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SubscriptionBadge } from './subscription-badge.tsx'

/** A transmitter's identity, and its state when it last sent. */
export function ControllerFacts({ controller }: { controller: Controller }) {
  const intl = useIntl()
  const { battery, signal, chipTemperature, lastUpdate, softwareVersion } = controller
  const name = (id: 'lastUpdate' | 'battery' | 'signal' | 'chip' | 'software' | 'notifications' | 'subscription') => (
    <FormattedMessage id={`settings-screen.controller.${id}`} />
  )
  const facts = [
    { id: 'imei', name: 'IMEI', value: controller.imei },
    ...(controller.imsi ? [{ id: 'imsi', name: 'IMSI', value: controller.imsi }] : []),
    {
      id: 'lastUpdate',
      name: name('lastUpdate'),
      value: lastUpdate && intl.formatDate(lastUpdate, { dateStyle: 'medium', timeStyle: 'short' }),
    },
    {
      id: 'battery',
      name: name('battery'),
      value: battery !== null && intl.formatMessage({ id: 'settings-screen.volts' }, { volts: battery }),
    },
    {
      id: 'signal',
      name: name('signal'),
      value: signal !== null && intl.formatMessage({ id: 'settings-screen.dbm' }, { signal }),
    },
    {
      id: 'chip',
      name: name('chip'),
      value:
        chipTemperature !== null &&
        intl.formatMessage({ id: 'settings-screen.celsius' }, { temperature: chipTemperature }),
    },
    { id: 'software', name: name('software'), value: softwareVersion },
    {
      id: 'notifications',
      name: name('notifications'),
      value: intl.formatMessage(
        { id: controller.lastReset ? 'settings-screen.controller.leftSince' : 'settings-screen.controller.left' },
        {
          count: controller.remainingNotifications,
          limit: controller.limitReset,
          time: controller.lastReset && intl.formatDate(controller.lastReset, { dateStyle: 'medium' }),
        },
      ),
    },
    { id: 'subscription', name: name('subscription'), value: <SubscriptionBadge wrap {...controller} /> },
  ]
  return (
    <Card title={<FormattedMessage id="controller-screen.facts" />}>
      <Facts facts={facts.map((fact) => ({ ...fact, value: fact.value || '–' }))} />
    </Card>
  )
}
