import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Controller } from '#domain/hives/controller.ts'
import { distinctNames } from '#domain/hives/distinct-names.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { channelsQuery } from '../../features/alerts/notifications/notification-queries.ts'
import type { SeriesOf } from '../../features/alerts/rules/rule-sheet.tsx'
import type { RuledHive } from '../../features/alerts/rules/ruled-hive.ts'
import { RulesScreen } from '../../features/alerts/rules/rules-screen.tsx'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { seriesKey } from '../../features/hives/timeline/state/series-key.ts'
import { Loaded } from '../../offline/loaded.tsx'

const none: never[] = []

/** Rendered only once the hives are known: choosing from an empty list would remove those a rule is about. */
export function RulesPage() {
  const navigate = useNavigate()
  const { rule } = useSearch({ from: '/_signed-in/settings/rules' })
  const controllers = useQuery(controllersQuery)
  const scales = useQuery(scalesQuery)
  const { data: channels = none } = useQuery(channelsQuery)
  return (
    <Loaded query={controllers} age={false}>
      {(transmitters) => (
        <Loaded query={scales} age={false}>
          {(list) => (
            <RulesScreen
              hives={hivesOf(list, transmitters)}
              channels={channels
                .filter(({ status }) => status !== 'ended')
                .map(({ id, name, device, address }) => ({ id, name: name || device || address }))}
              seriesOf={seriesOf}
              linked={rule}
              onLeaveLink={() => void navigate({ to: '/settings/rules', replace: true })}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

/** Returns the scales in use, told apart by their transmitters where they have the same name. */
function hivesOf(scales: readonly Scale[], transmitters: readonly Controller[]): RuledHive[] {
  const transmitterOf = (scale: Scale) => transmitters.find(({ id }) => id === scale.controllerId)
  const inUse = scales.filter((scale) => scale.state === 'active' && transmitterOf(scale))
  const names = distinctNames(inUse, (scale) => transmitterOf(scale)?.name)
  return inUse.map((scale) => ({
    id: scale.id,
    controllerId: scale.controllerId,
    name: names.get(scale.id)!,
    isOwn: transmitterOf(scale)?.access === 'own',
  }))
}

const seriesOf: SeriesOf = ({ id, controllerId }, quantity) => {
  if (quantity === 'temperature' || quantity === 'humidity') return seriesKey({ seriesId: id, column: quantity })
  if (quantity === 'battery') return seriesKey({ seriesId: -controllerId, column: 'battery' })
  return seriesKey({ seriesId: id, column: 'weight' })
}
