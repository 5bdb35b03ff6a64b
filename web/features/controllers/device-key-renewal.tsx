import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useRenewDeviceKey } from './controller-queries.ts'
import { DeviceKey } from './device-key.tsx'

/** Makes a new device key; the transmitter has to be given it before it can send again. */
export function DeviceKeyRenewal({ controllerId }: { controllerId: number }) {
  const renew = useRenewDeviceKey()
  const [asking, ask] = useState(false)
  if (renew.data) return <DeviceKey deviceKey={renew.data.deviceKey} />
  return (
    <>
      <Button icon={KeyRound} busy={renew.isPending} onClick={() => ask(true)}>
        <FormattedMessage id="settings-screen.deviceKey.renew" />
      </Button>
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        title={<FormattedMessage id="settings-screen.deviceKey.question" />}
        confirm={<FormattedMessage id="settings-screen.deviceKey.renew" />}
        danger
        onConfirm={() => {
          ask(false)
          renew.mutate(controllerId)
        }}
      >
        <FormattedMessage id="settings-screen.deviceKey.warning" />
      </Dialog>
    </>
  )
}
