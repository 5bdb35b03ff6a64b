import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { OwnHand } from '../../../ui/form/own-hand.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { EmailForm } from './email-form.tsx'
import { waysQuery } from './notification-queries.ts'
import { NumberForm } from './number-form.tsx'
import { ServiceForm } from './service-form.tsx'

/** The ways to be notified besides this device: those the server offers, and a note about those it does not. */
export function AddChannel({ sampleName }: { sampleName: string }) {
  const { data: ways } = useQuery(waysQuery)
  if (!ways) return null
  return (
    <Grid columns="card">
      <Card level={3} title={<FormattedMessage id="notification-screen.byEmail" />}>
        {ways.email ? <EmailForm /> : <Missing id="error.mail_unavailable" />}
      </Card>
      <Card level={3} title={<FormattedMessage id="notification-screen.bySms" />}>
        {ways.sms ? <NumberForm sampleName={sampleName} /> : <Missing id="error.sms_unavailable" />}
      </Card>
      <Card level={3} title={<FormattedMessage id="notification-screen.byService" />}>
        <OwnHand>
          <ServiceForm />
        </OwnHand>
      </Card>
    </Grid>
  )
}

const Missing = ({ id }: { id: 'error.mail_unavailable' | 'error.sms_unavailable' }) => (
  <Text tone="neutral">
    <FormattedMessage id={id} />
  </Text>
)
