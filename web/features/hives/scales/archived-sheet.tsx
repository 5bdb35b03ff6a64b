import { ArchiveRestore } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import type { ShownScale } from './pending-scales.ts'
import { useEditScale } from './use-scale-changes.tsx'

/** An archived scale: its history stays, and it can be put back on a free channel. */
export function ArchivedSheet({
  scale,
  free,
  mayEdit,
  figures,
  onClose,
}: {
  /** Undefined: closed. */
  scale: ShownScale | undefined
  /** Channels it can be put back on. */
  free: readonly number[]
  mayEdit: boolean
  /** A link to its curve. */
  figures: ReactNode
  onClose: () => void
}) {
  const form = useId()
  const intl = useIntl()
  const edit = useEditScale()
  const mayReturn = mayEdit && free.length > 0
  const submit = (values: FormData) => {
    if (scale) edit.mutate({ id: scale.id, changes: { state: 'active', channel: Number(values.get('channel')) } })
    onClose()
  }
  return (
    <Sheet
      open={scale !== undefined}
      onClose={onClose}
      title={scale?.name}
      footer={
        <SheetActions
          form={mayReturn ? form : undefined}
          send={<FormattedMessage id="scale.restore" />}
          icon={ArchiveRestore}
          onCancel={onClose}
        />
      }
    >
      {scale && (
        <Stack>
          <Text>
            <FormattedMessage id="scale.archived.why" />
          </Text>
          {figures}
          <Facts
            facts={[
              {
                id: 'type',
                name: <FormattedMessage id="settings-screen.scale.type" />,
                value: <FormattedMessage id={`scale.type.${scale.type}`} />,
              },
              {
                id: 'emptyWeight',
                name: <FormattedMessage id="settings-screen.scale.emptyWeight" />,
                value: intl.formatMessage({ id: 'settings-screen.kg' }, { kg: scale.emptyWeight }),
              },
            ]}
          />
          {mayReturn && (
            <Form id={form} onSubmit={submit}>
              <Select
                name="channel"
                defaultValue={free.includes(scale.channel) ? scale.channel : free[0]}
                label={<FormattedMessage id="settings-screen.scale.channel" />}
                options={free.map((channel) => ({ value: String(channel), label: intl.formatNumber(channel) }))}
              />
            </Form>
          )}
          {mayEdit && free.length === 0 && (
            <Text tone="neutral">
              <FormattedMessage id="scale.restore.full" />
            </Text>
          )}
        </Stack>
      )}
    </Sheet>
  )
}
