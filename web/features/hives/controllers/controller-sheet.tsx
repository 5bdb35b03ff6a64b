import { useId, useState } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { changesOf } from '../../../ui/form/changes-of.ts'
import { Form } from '../../../ui/form/form.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { type RegionChoice, useControllerFields } from './controller-fields.tsx'
import { useEditController } from './controller-queries.ts'

type SheetProps = { controller: Controller; regions: readonly RegionChoice[]; onClose: () => void }

/** A transmitter's settings, for its owner. */
export function ControllerSheet({ open, ...props }: SheetProps & { open: boolean }) {
  const form = useId()
  return (
    <Sheet
      open={open}
      onClose={props.onClose}
      title={props.controller.name}
      footer={<SheetActions form={form} onCancel={props.onClose} />}
    >
      <ControllerForm id={form} {...props} />
    </Sheet>
  )
}

function ControllerForm({ id, controller, regions, onClose }: SheetProps & { id: string }) {
  const intl = useIntl()
  const edit = useEditController()
  // the transmitter as the form shows it: somebody else may have saved changes since
  const [before] = useState(controller)
  const { fields, read } = useControllerFields(before, regions)
  const submit = (values: FormData) => {
    const wanted = read(values)
    if (!wanted) return
    const changes = changesOf(before, wanted)
    onClose()
    if (changes) edit.mutate({ id: controller.id, changes })
    else toast.success(intl.formatMessage({ id: 'error.no_changes' }))
  }
  return (
    <Form id={id} onSubmit={submit}>
      {fields}
    </Form>
  )
}
