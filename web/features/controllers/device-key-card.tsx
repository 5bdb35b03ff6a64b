import { FormattedMessage } from 'react-intl'
import { Card } from '../../ui/card.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { DeviceKeyRenewal } from './device-key-renewal.tsx'

/** What a device key is, and a new one where the old one was lost. */
export function DeviceKeyCard({ controllerId }: { controllerId: number }) {
  return (
    <Card title={<FormattedMessage id="claim.deviceKey.title" />}>
      <Stack align="start">
        <Text tone="neutral">
          <FormattedMessage id="controller-screen.deviceKey.lead" />
        </Text>
        <DeviceKeyRenewal controllerId={controllerId} />
      </Stack>
    </Card>
  )
}
