import { Printer } from 'lucide-react'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Sheet } from '../../ui/overlay/sheet.tsx'
import { type Sign, Signs, visitAddress } from './signs.tsx'

/** The codes of an apiary to print at once: one for the apiary itself, and one for each of its hives. */
export function CodesSheet({
  places,
  scales,
  chosen,
  onChoose,
  onClose,
}: {
  /** Own apiaries. */
  places: readonly Controller[]
  scales: readonly Scale[]
  /** The id of the apiary; undefined when closed. */
  chosen: number | undefined
  onChoose: (id: number) => void
  onClose: () => void
}) {
  const place = places.find(({ id }) => id === chosen)
  return (
    <Sheet
      open={place !== undefined}
      onClose={onClose}
      title={<FormattedMessage id="visit-screen.codes" />}
      footer={
        <Button icon={Printer} kind="primary" wide onClick={() => window.print()}>
          <FormattedMessage id="hive.code.print" />
        </Button>
      }
    >
      {place && (
        <Stack>
          <Text>
            <FormattedMessage id="visit-screen.codes.what" />
          </Text>
          {places.length > 1 && (
            <Select
              label={<FormattedMessage id="visit-screen.codes.where" />}
              value={String(place.id)}
              onChange={(event) => onChoose(Number(event.target.value))}
              options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          <Signs signs={signsOf(place, scales)} />
        </Stack>
      )}
    </Sheet>
  )
}

const signsOf = ({ id, name: place }: Controller, scales: readonly Scale[]): Sign[] => [
  { link: visitAddress(id), name: place },
  ...scales
    .filter(({ controllerId, state }) => controllerId === id && state !== 'archived')
    .map(({ id: scaleId, name }) => ({ link: visitAddress(id, scaleId), name, place })),
]
