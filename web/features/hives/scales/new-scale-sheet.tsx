import { useId, useState } from 'react'
import { GAIN_NORMAL_KG } from '#domain/hives/scale.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import type { ScaleFields } from './check-scale.ts'
import { ScaleForm } from './scale-form.tsx'
import { useAddScale } from './use-scale-changes.tsx'

/** A transmitter and its channels that are free for a new scale. */
export type FreePlace = { id: number; name: string; free: readonly number[] }
/** The suggested place for a new scale. */
export type Spot = { controllerId: number; channel: number }

const unset: Omit<ScaleFields, 'channel'> = {
  name: '',
  type: 'weight',
  emptyWeight: 0,
  feedStock: 0,
  visible: true,
  isBrood: false,
  gain: GAIN_NORMAL_KG,
  state: 'active',
}

/** Puts a new scale on a free channel; it starts with an empty history. */
export function NewScaleSheet({
  spot,
  places,
  onClose,
}: {
  /** Undefined: closed. */
  spot: Spot | undefined
  places: readonly FreePlace[]
  onClose: () => void
}) {
  const form = useId()
  const add = useAddScale()
  const online = useOnline()
  const close = () => {
    add.reset()
    onClose()
  }
  return (
    <Sheet
      open={spot !== undefined}
      onClose={close}
      title={<FormattedMessage id="scale.add" />}
      footer={
        <SheetActions
          form={form}
          send={<FormattedMessage id="scale.add.action" />}
          busy={add.isPending}
          onCancel={close}
        />
      }
    >
      {spot && (
        <Stack>
          {!online && <Banner tone="stale" title={<FormattedMessage id="scale.add.offline" />} />}
          {add.error && <Banner tone="alarm" title={<ErrorWords error={add.error} />} />}
          <PlacedForm
            id={form}
            spot={spot}
            places={places}
            onSave={(controllerId, fields) => add.mutate({ controllerId, fields }, { onSuccess: close })}
          />
        </Stack>
      )}
    </Sheet>
  )
}

function PlacedForm({
  id,
  spot,
  places,
  onSave,
}: {
  id: string
  spot: Spot
  places: readonly FreePlace[]
  onSave: (controllerId: number, fields: ScaleFields) => void
}) {
  // keep the places as they were: a refetch must not change what was chosen, such as the channel of a scale whose answer was lost
  const [offered] = useState(places)
  const [controllerId, setControllerId] = useState(spot.controllerId)
  const free = offered.find((place) => place.id === controllerId)?.free ?? []
  const channel = controllerId === spot.controllerId ? spot.channel : (free[0] ?? 1)
  return (
    <>
      <Select
        value={controllerId}
        onChange={(event) => setControllerId(Number(event.target.value))}
        label={<FormattedMessage id="settings-screen.scale.place" />}
        options={offered.map((place) => ({ value: String(place.id), label: place.name }))}
      />
      <ScaleForm
        key={controllerId}
        id={id}
        scale={{ ...unset, channel }}
        channels={free}
        mayEdit
        onSave={(fields) => onSave(controllerId, fields)}
      />
    </>
  )
}
