import { MapPin, MapPinned } from 'lucide-react'
import { useState } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { LazyMap, PositionMap } from '../../../map/lazy-map.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'

/** Where a transmitter stands. The map loads on request. */
export function LocationCard({ controller: { location, name } }: { controller: Controller }) {
  const intl = useIntl()
  const [shown, show] = useState(false)
  const title = <FormattedMessage id="controller-screen.location" />
  if (!location) {
    return (
      <Card title={title}>
        <EmptyState
          icon={MapPin}
          title={<FormattedMessage id="controller-screen.location.none" />}
          next={<FormattedMessage id="controller-screen.location.none.next" />}
        />
      </Card>
    )
  }
  return (
    <Card title={title}>
      <Stack>
        <Text>
          <FormattedMessage id="controller-screen.location.degrees" values={location} />
        </Text>
        <Row>
          <Button icon={MapPinned} aria-expanded={shown} onClick={() => show(!shown)}>
            <FormattedMessage id={shown ? 'controller-screen.location.hide' : 'controller-screen.location.show'} />
          </Button>
        </Row>
        {shown && (
          <LazyMap>
            <PositionMap
              label={intl.formatMessage({ id: 'controller-screen.location.label' }, { name })}
              position={location}
            />
          </LazyMap>
        )}
      </Stack>
    </Card>
  )
}
