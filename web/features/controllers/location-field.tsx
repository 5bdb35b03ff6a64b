import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Grid, Stack } from '../../ui/layout.tsx'
import { NumberField } from '../../ui/text-field.tsx'
import type { LocationText } from './location-text.ts'

/** Where the hives stand, in degrees; best taken from the phone while standing there. */
export function LocationField({
  value,
  onChange,
  invalid,
}: {
  value: LocationText
  onChange: (value: LocationText) => void
  invalid: boolean
}) {
  const [search, setSearch] = useState<'searching' | 'failed'>()
  const locate = () => {
    setSearch('searching')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSearch(undefined)
        onChange({ latitude: coords.latitude.toFixed(5), longitude: coords.longitude.toFixed(5) })
      },
      () => setSearch('failed'),
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 },
    )
  }
  const error = invalid && <FormattedMessage id="claim.location.invalid" />
  return (
    <Stack gap={2}>
      <Grid columns="medium">
        <NumberField
          label={<FormattedMessage id="claim.latitude" />}
          optional
          unit="°"
          value={value.latitude}
          error={error}
          onChange={(event) => onChange({ ...value, latitude: event.target.value })}
        />
        <NumberField
          label={<FormattedMessage id="claim.longitude" />}
          optional
          unit="°"
          value={value.longitude}
          onChange={(event) => onChange({ ...value, longitude: event.target.value })}
        />
      </Grid>
      {'geolocation' in navigator && (
        <Button icon={LocateFixed} busy={search === 'searching'} onClick={locate}>
          <FormattedMessage id="claim.locate" />
        </Button>
      )}
      {search === 'failed' && <Banner tone="loss" title={<FormattedMessage id="claim.locate.failed" />} />}
    </Stack>
  )
}
