import type { Scale, ScaleState } from '#domain/hives/scale.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { WaitingBadge } from '../../../offline/waiting-badge.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { SeriesSwatch } from '../../../ui/display/series-swatch.tsx'
import type { TableColumn } from '../../../ui/display/table.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { SCALE_PATH, type ShownScale } from './pending-scales.ts'

const tones: Record<ScaleState, Tone> = { active: 'ok', empty: 'neutral', deactivated: 'stale', archived: 'neutral' }

/** The columns of the list of scales. */
export function useScaleColumns(places: readonly { id: number; name: string }[]): TableColumn<ShownScale>[] {
  const intl = useIntl()
  const placeOf = ({ controllerId }: Scale) => places.find(({ id }) => id === controllerId)?.name ?? ''
  const header = (id: 'name' | 'place' | 'channel' | 'type' | 'emptyWeight' | 'state') =>
    intl.formatMessage({ id: `settings-screen.scale.${id}` })
  return [
    {
      id: 'name',
      header: header('name'),
      sortBy: ({ name }) => name,
      cell: ({ id, name, color, pending }) => (
        <Row gap={2}>
          <SeriesSwatch index={color} />
          {name}
          {pending && <WaitingBadge of={`${SCALE_PATH}/${id}`} />}
        </Row>
      ),
    },
    { id: 'place', header: header('place'), sortBy: placeOf, cell: placeOf, phone: 'fact' },
    {
      id: 'channel',
      header: header('channel'),
      align: 'end',
      sortBy: ({ channel }) => channel,
      cell: ({ channel }) => intl.formatNumber(channel),
      phone: 'fact',
    },
    {
      id: 'type',
      header: header('type'),
      cell: ({ type }) => <FormattedMessage id={`scale.type.${type}`} />,
      phone: 'hidden',
    },
    {
      id: 'emptyWeight',
      header: header('emptyWeight'),
      align: 'end',
      sortBy: ({ emptyWeight }) => emptyWeight,
      cell: ({ emptyWeight, type }) =>
        type === 'weight' ? intl.formatMessage({ id: 'settings-screen.kg' }, { kg: emptyWeight }) : '–',
      phone: 'hidden',
    },
    {
      id: 'state',
      header: header('state'),
      sortBy: ({ state }) => state,
      phone: 'fact',
      cell: ({ state }) => (
        <Badge tone={tones[state]}>
          <FormattedMessage id={`scale.state.${state}`} />
        </Badge>
      ),
    },
  ]
}
