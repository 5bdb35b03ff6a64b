import { Archive } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ColoredScale } from '#domain/hives/scale-color.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { changedFields } from './check-scale.ts'
import type { ShownScale } from './pending-scales.ts'
import { ScaleForm } from './scale-form.tsx'
import { useArchiveScale, useEditScale } from './use-scale-changes.tsx'

/** One scale in use with all its settings; watched scales are read-only. */
export function ScaleSheet({
  scale,
  free,
  beside,
  mayEdit,
  figures,
  onClose,
}: {
  /** Undefined: closed. */
  scale: ShownScale | undefined
  /** Channels it can be moved to. */
  free: readonly number[]
  /** The owner's other scales. */
  beside: readonly ColoredScale[]
  mayEdit: boolean
  /** Its readings, and a link to its curve. */
  figures: ReactNode
  onClose: () => void
}) {
  const intl = useIntl()
  const form = useId()
  const edit = useEditScale()
  const archive = useArchiveScale()
  return (
    <Sheet
      open={scale !== undefined}
      onClose={onClose}
      title={scale?.name}
      footer={mayEdit && <SheetActions form={form} onCancel={onClose} />}
    >
      {scale && (
        <Stack>
          {!mayEdit && <Banner title={<FormattedMessage id="settings-screen.scale.readOnly" />} />}
          {figures}
          <ScaleForm
            id={form}
            scale={scale}
            channels={[...free, scale.channel].toSorted((a, b) => a - b)}
            beside={beside}
            mayEdit={mayEdit}
            onSave={(fields, before) => {
              const changes = changedFields(before, fields)
              if (Object.keys(changes).length > 0) edit.mutate({ id: scale.id, changes })
              else toast.success(intl.formatMessage({ id: 'error.no_changes' }))
              onClose()
            }}
          />
          {mayEdit && (
            <Stack gap={2} align="start">
              <Text tone="neutral">
                <FormattedMessage id="scale.archive.why" />
              </Text>
              <Button
                kind="danger"
                icon={Archive}
                onClick={() => {
                  void archive(scale)
                  onClose()
                }}
              >
                <FormattedMessage id="scale.archive" />
              </Button>
            </Stack>
          )}
        </Stack>
      )}
    </Sheet>
  )
}
