import { ExternalLink, MapPinned } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { DrawnPlace } from '../../../map/drawn-place.tsx'
import { LazyMap, PositionMap } from '../../../map/lazy-map.tsx'
import { mapAppAddress } from '../../../map/map-app.ts'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/** An apiary and its location. */
export type Apiary = { name: string; location: { latitude: number; longitude: number } | null }

/** Where an alarm rings: the apiary, on a map that loads on request, and in the phone's map app. */
export function AlarmPlace({ apiary: { name, location } }: { apiary: Apiary }) {
  const intl = useIntl()
  const [shown, show] = useState(false)
  if (!location) return null
  const label = intl.formatMessage({ id: 'controller-screen.location.label' }, { name })
  const address = mapAppAddress(location, name, navigator.userAgent)
  return (
    <Stack gap={2}>
      <Row gap={2}>
        <Button kind="quiet" icon={MapPinned} aria-expanded={shown} onClick={() => show(!shown)}>
          <FormattedMessage id="alarm-place.of" values={{ name }} />
        </Button>
      </Row>
      {shown && (
        <Stack gap={2}>
          <LazyMap fallback={<DrawnPlace label={label} name={name} />}>
            <PositionMap label={label} position={location} />
          </LazyMap>
          <Text tone="neutral">
            <FormattedMessage id="controller-screen.location.degrees" values={location} />
          </Text>
          <Row gap={2}>
            <ButtonAnchor
              icon={ExternalLink}
              href={address}
              {...(address.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
            >
              <FormattedMessage id="alarm-place.app" />
            </ButtonAnchor>
          </Row>
        </Stack>
      )}
    </Stack>
  )
}
