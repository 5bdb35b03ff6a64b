import { KeyRound, RadioTower } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useRenewDeviceKey } from './controller-queries.ts'
import { DeviceKey } from './device-key.tsx'

/** Makes a new device key: the transmitter gets it over the air, or must be given it before it can send again. */
export function DeviceKeyRenewal({ controllerId }: { controllerId: number }) {
  const renew = useRenewDeviceKey()
  const [asking, ask] = useState(false)
  if (renew.data && !renew.variables.overTheAir) return <DeviceKey deviceKey={renew.data.deviceKey} />
  return (
    <>
      <Row>
        <Button
          icon={RadioTower}
          busy={renew.isPending}
          onClick={() => renew.mutate({ id: controllerId, overTheAir: true })}
        >
          <FormattedMessage id="controller-screen.deviceKey.air" />
        </Button>
        <Button icon={KeyRound} busy={renew.isPending} onClick={() => ask(true)}>
          <FormattedMessage id="settings-screen.deviceKey.renew" />
        </Button>
      </Row>
      <Text tone="neutral">
        <FormattedMessage id="controller-screen.deviceKey.air.hint" />
      </Text>
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        title={<FormattedMessage id="settings-screen.deviceKey.question" />}
        confirm={<FormattedMessage id="settings-screen.deviceKey.renew" />}
        danger
        onConfirm={() => {
          ask(false)
          renew.mutate({ id: controllerId, overTheAir: false })
        }}
      >
        <FormattedMessage id="settings-screen.deviceKey.warning" />
      </Dialog>
    </>
  )
}
