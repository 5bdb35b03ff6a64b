import type { Controller } from '#domain/hives/controller.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { DeviceKeyRenewal } from './device-key-renewal.tsx'

/** Explains the device key, and makes a new one if the old one was lost or should no longer be known to others. */
export function DeviceKeyCard({ controller }: { controller: Controller }) {
  const { id, newKeyWaits, hasFormerKey } = controller
  return (
    <Card title={<FormattedMessage id="claim.deviceKey.title" />}>
      <Stack>
        <Text tone="neutral">
          <FormattedMessage id="controller-screen.deviceKey.lead" />
        </Text>
        {hasFormerKey && !newKeyWaits && (
          <Text>
            <FormattedMessage id="controller-screen.deviceKey.former" />
          </Text>
        )}
        <div role="status">
          {newKeyWaits && (
            <Text strong>
              <FormattedMessage id="controller-screen.deviceKey.waits" />
            </Text>
          )}
        </div>
        <DeviceKeyRenewal controllerId={id} />
      </Stack>
    </Card>
  )
}
