import { LocateFixed, MapPinned, MapPinX } from 'lucide-react'
import { useState } from 'react'
import type { Location } from '#domain/hives/controller.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { LazyMap, PositionMap } from '../../../map/lazy-map.tsx'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { type LocationText, locationText, parseLocation } from './location-text.ts'
import { usePosition } from './use-position.ts'

/** The location of the hives: from the phone's position, by a tap on the map, or in degrees. */
export function LocationField({
  value,
  onChange,
  invalid,
}: {
  value: LocationText
  onChange: (value: LocationText) => void
  invalid: boolean
}) {
  const intl = useIntl()
  const [mapShown, showMap] = useState(false)
  const choose = (place: Location) => onChange(locationText(rounded(place)))
  const { search, locate } = usePosition(choose)
  const position = parseLocation(value) ?? undefined
  const error = invalid && <FormattedMessage id="claim.location.invalid" />
  const isEmpty = value.latitude === '' && value.longitude === ''
  return (
    <Stack gap={2}>
      <Grid columns="medium">
        <NumberField
          name="latitude"
          label={<FormattedMessage id="claim.latitude" />}
          optional
          unit="°"
          value={value.latitude}
          error={error}
          min={-90}
          max={90}
          onChange={(latitude) => onChange({ ...value, latitude })}
        />
        <NumberField
          name="longitude"
          label={<FormattedMessage id="claim.longitude" />}
          optional
          unit="°"
          value={value.longitude}
          min={-180}
          max={180}
          onChange={(longitude) => onChange({ ...value, longitude })}
        />
      </Grid>
      <Row>
        <Button icon={LocateFixed} busy={search === 'searching'} onClick={locate}>
          <FormattedMessage id="claim.locate" />
        </Button>
        <Button icon={MapPinned} aria-expanded={mapShown} onClick={() => showMap(!mapShown)}>
          <FormattedMessage id="claim.map" />
        </Button>
        {!isEmpty && (
          <Button kind="quiet" icon={MapPinX} onClick={() => onChange(locationText(null))}>
            <FormattedMessage id="claim.location.remove" />
          </Button>
        )}
      </Row>
      {typeof search === 'object' && 'fault' in search && (
        <Banner tone="loss" title={<FormattedMessage id={`claim.locate.${search.fault}`} />}>
          <FormattedMessage id={`claim.locate.${search.fault}.next`} />
        </Banner>
      )}
      {typeof search === 'object' && 'foundWithinMeters' in search && (
        <Text tone="neutral">
          <FormattedMessage id="claim.locate.found" values={{ meters: search.foundWithinMeters }} />
        </Text>
      )}
      {mapShown && (
        <Stack gap={1}>
          <Text tone="neutral">
            <FormattedMessage id="claim.map.hint" />
          </Text>
          <LazyMap byHand>
            <PositionMap label={intl.formatMessage({ id: 'claim.map.label' })} position={position} onChange={choose} />
          </LazyMap>
        </Stack>
      )}
    </Stack>
  )
}

/** Decimals of a degree: five are about a meter. */
const DIGITS = 5
const rounded = ({ latitude, longitude }: Location): Location => ({
  latitude: Number(latitude.toFixed(DIGITS)),
  longitude: Number(longitude.toFixed(DIGITS)),
})
