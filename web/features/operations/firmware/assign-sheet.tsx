import { useState } from 'react'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { useAssignFirmware } from './firmware-queries.ts'
import { type Chosen, TransmitterChoice } from './transmitter-choice.tsx'

/** Assigns a version to transmitters found by searching, or takes it away from them. */
export function AssignSheet({ version, onClose }: { version: string | undefined; onClose: () => void }) {
  const [chosen, choose] = useState<Chosen>(new Map())
  const assign = useAssignFirmware()
  const close = () => {
    assign.reset()
    choose(new Map())
    onClose()
  }
  const newer = [...chosen.values()].filter((one) => one.newer).length
  const send = (wanted: string) => assign.mutate({ version: wanted, ids: [...chosen.keys()] }, { onSuccess: close })
  return (
    <Sheet
      open={version !== undefined}
      onClose={close}
      title={<FormattedMessage id="administration-firmware.assign.title" values={{ version }} />}
      footer={
        <Stack gap={3}>
          {newer > 0 && (
            <Banner
              tone="loss"
              title={<FormattedMessage id="administration-firmware.assign.newer" values={{ count: newer }} />}
            />
          )}
          {assign.error && <Refusal title={<ErrorWords error={assign.error} />} />}
          <Row>
            <Button
              kind="primary"
              busy={assign.isPending}
              disabled={chosen.size === 0}
              onClick={() => send(version ?? '')}
            >
              <FormattedMessage id="administration-firmware.assign.do" values={{ count: chosen.size }} />
            </Button>
            <Button busy={assign.isPending} disabled={chosen.size === 0} onClick={() => send('')}>
              <FormattedMessage id="administration-firmware.withdraw" />
            </Button>
          </Row>
        </Stack>
      }
    >
      {version !== undefined && <TransmitterChoice version={version} chosen={chosen} onChoose={choose} />}
    </Sheet>
  )
}
