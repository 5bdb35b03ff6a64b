import { ListChecks, Rocket, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Firmware } from '#domain/operations/firmware.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useRemoveFirmware } from './firmware-queries.ts'
import { RolloutState } from './rollout-state.tsx'

const DIGEST_SHOWN = 16

/** One version: its details, how many transmitters should have it and run it, and its actions. */
export function FirmwareCard({
  firmware: { version, name, kind, size, sha256, uploaded, desired, current, rollout },
  onAssign,
  onRollout,
}: {
  firmware: Firmware
  onAssign: () => void
  onRollout: () => void
}) {
  const intl = useIntl()
  const remove = useRemoveFirmware()
  const [asking, ask] = useState(false)
  const stop = () => {
    remove.reset()
    ask(false)
  }
  const fact = (id: 'desired' | 'current' | 'uploaded' | 'size' | 'kind' | 'sha256', value: string) => ({
    id,
    name: <FormattedMessage id={`administration-firmware.${id}`} />,
    value,
  })
  const megabytes = { style: 'unit', unit: 'megabyte', maximumSignificantDigits: 2 } as const
  return (
    <Card title={version} meta={name || undefined}>
      <Stack>
        <Facts
          facts={[
            fact('desired', intl.formatNumber(desired)),
            fact('current', intl.formatNumber(current)),
            fact('uploaded', intl.formatDate(uploaded, { dateStyle: 'medium', timeStyle: 'short' })),
            fact('kind', intl.formatMessage({ id: `administration-firmware.kind.${kind}` })),
            fact('size', intl.formatNumber(size / 1_000_000, megabytes)),
            fact('sha256', `${sha256.slice(0, DIGEST_SHOWN)}…`),
          ]}
        />
        {rollout && <RolloutState rollout={rollout} />}
        <Row gap={2}>
          {rollout?.state !== 'running' && (
            <Button icon={Rocket} onClick={onRollout}>
              <FormattedMessage id="administration-firmware.rollout.begin" />
            </Button>
          )}
          <Button icon={ListChecks} onClick={onAssign}>
            <FormattedMessage id="administration-firmware.assign" />
          </Button>
          <Button kind="quiet" icon={Trash2} onClick={() => ask(true)}>
            <FormattedMessage id="administration-firmware.delete" />
          </Button>
        </Row>
      </Stack>
      <Dialog
        open={asking}
        onClose={stop}
        danger
        title={<FormattedMessage id="administration-firmware.delete.question" values={{ version }} />}
        confirm={<FormattedMessage id="administration-firmware.delete" />}
        busy={remove.isPending}
        error={remove.error && <ErrorWords error={remove.error} />}
        onConfirm={() => remove.mutate(version, { onSuccess: stop })}
      >
        <Text>
          <FormattedMessage id="administration-firmware.delete.consequence" />
        </Text>
      </Dialog>
    </Card>
  )
}
