import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { useOnline } from '../../../../offline/connection.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { Disclosure } from '../../../../ui/layout/disclosure.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Text } from '../../../../ui/layout/text.tsx'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { keepKeyAtHand, useKeyAtHand } from '../claim/key-at-hand.ts'
import { useRenewDeviceKey } from '../controller-queries.ts'
import { DeviceKey } from '../device-key.tsx'

/** The key that fills the settings: the one from registration, one that the user enters, or a new one. */
export function KeyPart({ controllerId, hasSent }: { controllerId: number; hasSent: boolean }) {
  const key = useKeyAtHand(controllerId)
  const online = useOnline()
  const renew = useRenewDeviceKey()
  const [asking, ask] = useState(false)
  const make = () =>
    renew.mutate(
      { id: controllerId, overTheAir: false },
      { onSuccess: ({ deviceKey }) => keepKeyAtHand(controllerId, deviceKey) },
    )
  if (key !== undefined) return <DeviceKey deviceKey={key} />
  return (
    <Stack>
      <Text>
        <FormattedMessage id="connect.key.none" />
      </Text>
      <Row>
        <Button
          icon={KeyRound}
          busy={renew.isPending}
          disabled={!online}
          onClick={() => (hasSent ? ask(true) : make())}
        >
          <FormattedMessage id="connect.key.make" />
        </Button>
      </Row>
      <Disclosure summary={<FormattedMessage id="connect.key.have" />}>
        <TextField
          label={<FormattedMessage id="claim.deviceKey.title" />}
          hint={<FormattedMessage id="connect.key.have.hint" />}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          onChange={({ target }) => {
            const entered = target.value.trim()
            if (/^[\w-]{32,200}$/.test(entered)) keepKeyAtHand(controllerId, entered)
          }}
        />
      </Disclosure>
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        title={<FormattedMessage id="settings-screen.deviceKey.question" />}
        confirm={<FormattedMessage id="settings-screen.deviceKey.renew" />}
        danger
        onConfirm={() => {
          ask(false)
          make()
        }}
      >
        <FormattedMessage id="settings-screen.deviceKey.warning" />
      </Dialog>
    </Stack>
  )
}
