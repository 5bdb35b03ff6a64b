import type { AdministeredRegion } from '#domain/hives/regions/region.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useRemoveRegion } from './region-queries.ts'

/** Removes a region after asking for confirmation and saying how many transmitters lose it. */
export function RemoveRegion({
  region,
  open,
  onClose,
  onRemoved,
}: {
  region: AdministeredRegion
  open: boolean
  onClose: () => void
  onRemoved: () => void
}) {
  const remove = useRemoveRegion(region.id)
  const stop = () => {
    remove.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={stop}
      danger
      title={<FormattedMessage id="region.delete.question" values={{ name: region.name }} />}
      confirm={<FormattedMessage id="region.delete" />}
      busy={remove.isPending}
      error={remove.error && <ErrorWords error={remove.error} />}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved })}
    >
      <Text>
        <FormattedMessage id="region.delete.consequence" values={{ count: region.controllerCount }} />
      </Text>
    </Dialog>
  )
}
