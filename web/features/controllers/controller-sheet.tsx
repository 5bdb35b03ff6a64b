import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Controller, LoadCells } from '#domain/controller.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Form } from '../../ui/form.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toaster.tsx'
import { changesOf } from './changes-of.ts'
import { useEditController } from './controller-queries.ts'
import { IntervalSelect } from './interval-select.tsx'
import { LocationField } from './location-field.tsx'
import { locationText, parseLocation } from './location-text.ts'

export type RegionChoice = { id: number; name: string }
type SheetProps = { controller: Controller; regions: readonly RegionChoice[]; onClose: () => void }

/** The settings of a transmitter, for its owner. */
export function ControllerSheet({ open, ...props }: SheetProps & { open: boolean }) {
  const form = useId()
  return (
    <Sheet
      open={open}
      onClose={props.onClose}
      title={props.controller.name}
      footer={
        <Row>
          <Button kind="primary" type="submit" form={form}>
            <FormattedMessage id="settings-screen.save" />
          </Button>
          <Button onClick={props.onClose}>
            <FormattedMessage id="settings-screen.cancel" />
          </Button>
        </Row>
      }
    >
      <ControllerForm id={form} {...props} />
    </Sheet>
  )
}

const cells = (['1', '2', '4'] as const).map((value) => ({ value, label: value }))

function ControllerForm({ id, controller, regions, onClose }: SheetProps & { id: string }) {
  const intl = useIntl()
  const edit = useEditController()
  const [place, setPlace] = useState(locationText(controller.location))
  const [loadCells, setLoadCells] = useState<LoadCells>(controller.loadCells)
  const [faults, setFaults] = useState({ name: false, location: false })
  const submit = (values: FormData) => {
    const name = String(values.get('name')).trim()
    const location = parseLocation(place)
    setFaults({ name: !name, location: location === undefined })
    if (!name || location === undefined) return
    const region = (field: 'primaryRegionId' | 'secondaryRegionId') =>
      values.has(field) ? { [field]: Number(values.get(field)) || null } : {}
    const changes = changesOf(controller, {
      name,
      location,
      updateInterval: Number(values.get('interval')),
      loadCells,
      signalFilter: values.has('signalFilter'),
      ...region('primaryRegionId'),
      ...region('secondaryRegionId'),
    })
    onClose()
    if (changes) edit.mutate({ id: controller.id, changes })
    else toast.success(intl.formatMessage({ id: 'error.no_changes' }))
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
      <LocationField value={place} onChange={setPlace} invalid={faults.location} />
      {regions.length > 0 && (
        <>
          <RegionSelect
            name="primaryRegionId"
            regions={regions}
            label={<FormattedMessage id="controller-screen.primaryRegion" />}
            hint={<FormattedMessage id="controller-screen.primaryRegion.hint" />}
            chosen={controller.primaryRegionId}
          />
          <RegionSelect
            name="secondaryRegionId"
            regions={regions}
            label={<FormattedMessage id="controller-screen.secondaryRegion" />}
            hint={<FormattedMessage id="controller-screen.secondaryRegion.hint" />}
            chosen={controller.secondaryRegionId}
          />
        </>
      )}
      <Stack gap={2}>
        <SegmentedControl
          label={<FormattedMessage id="settings-screen.controller.loadCells" />}
          segments={cells}
          value={String(loadCells) as (typeof cells)[number]['value']}
          onChange={(value) => setLoadCells(Number(value) as LoadCells)}
        />
        <Text size={13} tone="neutral">
          <FormattedMessage id={`controller-screen.loadCells.${loadCells}`} />
        </Text>
      </Stack>
      <Switch
        name="signalFilter"
        defaultChecked={controller.signalFilter}
        label={<FormattedMessage id="settings-screen.controller.signalFilter" />}
        hint={<FormattedMessage id="settings-screen.controller.signalFilter.hint" />}
      />
      <Disclosure summary={<FormattedMessage id="controller-screen.signalFilter.more" />}>
        <FormattedMessage id="controller-screen.signalFilter.explained" />
      </Disclosure>
    </Form>
  )
}

function RegionSelect({
  regions,
  chosen,
  ...field
}: {
  name: string
  label: ReactNode
  hint: ReactNode
  regions: readonly RegionChoice[]
  chosen: number | null
}) {
  const intl = useIntl()
  const none = { value: '', label: intl.formatMessage({ id: 'controller-screen.noRegion' }) }
  const options = [none, ...regions.map(({ id, name }) => ({ value: String(id), label: name }))]
  return <Select {...field} defaultValue={String(chosen ?? '')} options={options} />
}
