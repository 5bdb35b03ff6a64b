import type { Controller } from '#domain/hives/controller.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/** Tells a transmitter's owner which affiliation's managers see it. */
export function AffiliationCard({ controller: { affiliation } }: { controller: Pick<Controller, 'affiliation'> }) {
  if (!affiliation) return null
  return (
    <Card title={<FormattedMessage id="controller-screen.affiliation" />}>
      <Text>
        <FormattedMessage id="controller-screen.affiliation.what" values={{ name: affiliation.name }} />
      </Text>
      <Text tone="neutral">
        <FormattedMessage id="controller-screen.affiliation.end" />
      </Text>
    </Card>
  )
}
