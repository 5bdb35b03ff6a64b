import { ChartLine } from 'lucide-react'
import { useState } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { ownSeries } from '../../features/hives/timeline/state/series-key.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Heading } from '../../ui/layout/text.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'
import { Sheet } from '../../ui/overlay/sheet.tsx'

/** Leads to the comparison of this hive with a chosen one over the last 7 days; renders nothing if there is no other hive. */
export function CompareHives({
  scale,
  scales,
  controllers,
}: {
  scale: Scale
  scales: readonly Scale[]
  controllers: readonly Controller[]
}) {
  const [isOpen, setIsOpen] = useState(false)
  const others = scales.filter(({ id, type, state }) => id !== scale.id && type === scale.type && state !== 'archived')
  const places = controllers
    .map(({ id, name }) => ({ id, name, hives: others.filter(({ controllerId }) => controllerId === id) }))
    .filter(({ hives }) => hives.length > 0)
    // its neighbors first
    .sort((a, b) => Number(b.id === scale.controllerId) - Number(a.id === scale.controllerId))
  if (places.length === 0) return null
  return (
    <>
      <Button kind="quiet" icon={ChartLine} onClick={() => setIsOpen(true)}>
        <FormattedMessage id="hive.compare" />
      </Button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={<FormattedMessage id="hive.compare" />}>
        <Stack>
          {places.map(({ id, name, hives }) => (
            <Stack key={id} as="section" gap={2}>
              <Heading level={3}>{name}</Heading>
              {hives.map((other) => (
                <ButtonLink
                  key={other.id}
                  to="/timeline"
                  search={{ series: [scale, other].map(ownSeries).join(','), last: 'week' }}
                >
                  {other.name}
                </ButtonLink>
              ))}
            </Stack>
          ))}
        </Stack>
      </Sheet>
    </>
  )
}
