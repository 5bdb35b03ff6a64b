import { type ReactNode, useState } from 'react'
import type { Controller, LoadCells } from '#domain/hives/controller.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { ControllerChanges } from './controller-queries.ts'
import { IntervalSelect } from './interval-select.tsx'
import { LocationField } from './location-field.tsx'
import { locationText, parseLocation } from './location-text.ts'

export type RegionChoice = { id: number; name: string }

const cells = (['1', '2', '4'] as const).map((value) => ({ value, label: value }))

/** The form fields for a transmitter's settings. `read` returns the settings, or undefined after marking the wrong fields. */
export function useControllerFields(controller: Controller, regions: readonly RegionChoice[]) {
  const [place, setPlace] = useState(locationText(controller.location))
  const [loadCells, setLoadCells] = useState<LoadCells>(controller.loadCells)
  const [faults, setFaults] = useState({ name: false, location: false })
  const read = (values: FormData): ControllerChanges | undefined => {
    const name = String(values.get('name')).trim()
    const location = parseLocation(place)
    setFaults({ name: !name, location: location === undefined })
    if (!name || location === undefined) return undefined
    const region = (field: 'primaryRegionId' | 'secondaryRegionId') =>
      values.has(field) ? { [field]: Number(values.get(field)) || null } : {}
    return {
      name,
      location,
      updateInterval: Number(values.get('interval')),
      loadCells,
      signalFilter: values.has('signalFilter'),
      ...region('primaryRegionId'),
      ...region('secondaryRegionId'),
    }
  }
  const fields = (
    <>
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
        <Text tone="neutral">
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
    </>
  )
  return { fields, read }
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
