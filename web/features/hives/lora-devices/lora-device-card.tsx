import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { DevEui } from '#domain/hives/lora-device.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Reading, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { loraDevicesQuery, useNameDevice } from './lora-device-queries.ts'

type Place = { id: number; name: string }

/** Assigns a LoRaWAN device to each transmitter, for users with one key for several; shown only once a device has sent. */
export function LoraDeviceCard({ places }: { places: readonly Place[] }) {
  const { data: devices } = useQuery(loraDevicesQuery)
  if (!devices?.some(({ devEui }) => devEui !== null)) return null
  return (
    <Card title={<FormattedMessage id="import.lora.title" />}>
      <Reading>
        <Stack>
          <Text tone="neutral">
            <FormattedMessage id="import.lora.lead" />
          </Text>
          <Disclosure summary={<FormattedMessage id="import.lora.open" />}>
            <Stack gap={6}>
              {places.map((place) => (
                <DeviceForm
                  key={place.id}
                  place={place}
                  devEui={devices.find(({ controllerId }) => controllerId === place.id)?.devEui ?? null}
                />
              ))}
            </Stack>
          </Disclosure>
        </Stack>
      </Reading>
    </Card>
  )
}

function DeviceForm({ place, devEui }: { place: Place; devEui: string | null }) {
  const name = useNameDevice(place.id)
  const [isWrong, setWrong] = useState(false)
  const submit = (values: FormData) => {
    const text = String(values.get('devEui') ?? '').trim()
    const parsed = v.safeParse(DevEui, text)
    setWrong(text !== '' && !parsed.success)
    if (text === '') name.mutate(null)
    else if (parsed.success) name.mutate(parsed.output)
  }
  return (
    <Form
      onSubmit={submit}
      actions={
        <Button type="submit" busy={name.isPending}>
          <FormattedMessage id="ui.save" />
        </Button>
      }
    >
      <TextField
        key={devEui}
        name="devEui"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        optional
        defaultValue={devEui ?? ''}
        label={<FormattedMessage id="import.lora.devEui" values={{ place: place.name }} />}
        error={isWrong ? <FormattedMessage id="import.lora.wrong" /> : name.error && <ErrorWords error={name.error} />}
      />
    </Form>
  )
}
