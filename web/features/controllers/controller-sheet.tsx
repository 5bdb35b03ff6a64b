import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Controller, LoadCells } from '#domain/controller.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ControllerFacts } from './controller-facts.tsx'
import { useEditController } from './controller-queries.ts'
import { DeviceKeyRenewal } from './device-key-renewal.tsx'
import { IntervalSelect } from './interval-select.tsx'
import { LocationField } from './location-field.tsx'
import { locationText, parseLocation } from './location-text.ts'

/** One transmitter: its facts for everyone who sees it, its settings for its owner. */
export function ControllerSheet({ controller, onClose }: { controller: Controller | undefined; onClose: () => void }) {
  const form = useId()
  const own = controller?.access === 'own'
  return (
    <Sheet
      open={controller !== undefined}
      onClose={onClose}
      title={controller?.name}
      footer={
        own && (
          <Row>
            <Button kind="primary" type="submit" form={form}>
              <FormattedMessage id="settings-screen.save" />
            </Button>
            <Button onClick={onClose}>
              <FormattedMessage id="settings-screen.cancel" />
            </Button>
          </Row>
        )
      }
    >
      {controller && (
        <Stack gap={6}>
          {own && <ControllerForm id={form} controller={controller} onDone={onClose} />}
          <ControllerFacts controller={controller} />
          {own && <DeviceKeyRenewal controllerId={controller.id} />}
        </Stack>
      )}
    </Sheet>
  )
}

const cells = (['1', '2', '4'] as const).map((value) => ({ value, label: value }))

function ControllerForm({ id, controller, onDone }: { id: string; controller: Controller; onDone: () => void }) {
  const edit = useEditController()
  const [place, setPlace] = useState(locationText(controller.location))
  const [loadCells, setLoadCells] = useState<LoadCells>(controller.loadCells)
  const [faults, setFaults] = useState({ name: false, location: false })
  const submit = (values: FormData) => {
    const name = String(values.get('name')).trim()
    const location = parseLocation(place)
    setFaults({ name: !name, location: location === undefined })
    if (!name || location === undefined) return
    const updateInterval = Number(values.get('interval'))
    const signalFilter = values.has('signalFilter')
    edit.mutate({ id: controller.id, changes: { name, location, updateInterval, loadCells, signalFilter } })
    onDone()
  }
  return (
    <Form id={id} onSubmit={submit}>
      <TextField
        name="name"
        maxLength={80}
        defaultValue={controller.name}
        label={<FormattedMessage id="claim.name" />}
        error={faults.name && <FormattedMessage id="claim.name.missing" />}
      />
      <IntervalSelect name="interval" defaultValue={controller.updateInterval} />
      <SegmentedControl
        label={<FormattedMessage id="settings-screen.controller.loadCells" />}
        segments={cells}
        value={String(loadCells) as (typeof cells)[number]['value']}
        onChange={(value) => setLoadCells(Number(value) as LoadCells)}
      />
      <LocationField value={place} onChange={setPlace} invalid={faults.location} />
      <Switch
        name="signalFilter"
        defaultChecked={controller.signalFilter}
        label={<FormattedMessage id="settings-screen.controller.signalFilter" />}
        hint={<FormattedMessage id="settings-screen.controller.signalFilter.hint" />}
      />
    </Form>
  )
}
