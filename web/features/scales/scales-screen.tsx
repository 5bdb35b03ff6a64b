import { useQuery } from '@tanstack/react-query'
import { Scale as ScaleIcon } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Scale, ScaleState } from '#domain/scale.ts'
import { Loaded } from '../../offline/loaded.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/links.ts'
import { Table, type TableColumn } from '../../ui/table.tsx'
import type { Tone } from '../../ui/tone.ts'
import { scalesQuery } from './scale-queries.ts'
import { ScaleSheet } from './scale-sheet.tsx'

/** What of a transmitter the scales need to be told apart. */
export type Place = { id: number; name: string; own: boolean }

const tones: Record<ScaleState, Tone> = { active: 'ok', empty: 'neutral', deactivated: 'stale', archived: 'neutral' }

/** All scales by transmitter and channel; a press opens one. */
export function ScalesScreen({ places }: { places: readonly Place[] }) {
  const intl = useIntl()
  const query = useQuery(scalesQuery)
  const [openId, setOpenId] = useState<number>()
  const columns = useColumns(places)
  return (
    <Loaded query={query}>
      {(scales) => {
        const open = scales.find(({ id }) => id === openId)
        return (
          <>
            <Card flush>
              <Table
                caption={intl.formatMessage({ id: 'settings-screen.tab.scales' })}
                columns={columns}
                rows={scales}
                rowKey={({ id }) => id}
                onOpen={({ id }) => setOpenId(id)}
                empty={
                  <EmptyState
                    icon={ScaleIcon}
                    title={<FormattedMessage id="settings-screen.scales.none" />}
                    next={<FormattedMessage id="settings-screen.scales.none.next" />}
                    action={
                      <ButtonLink to="/settings/controllers">
                        <FormattedMessage id="settings-screen.tab.controllers" />
                      </ButtonLink>
                    }
                  />
                }
              />
            </Card>
            <ScaleSheet
              scale={open}
              mayEdit={places.some(({ id, own }) => own && id === open?.controllerId)}
              onClose={() => setOpenId(undefined)}
            />
          </>
        )
      }}
    </Loaded>
  )
}

function useColumns(places: readonly Place[]): TableColumn<Scale>[] {
  const intl = useIntl()
  const placeOf = ({ controllerId }: Scale) => places.find(({ id }) => id === controllerId)?.name ?? ''
  const header = (id: 'name' | 'place' | 'channel' | 'type' | 'emptyWeight' | 'state') =>
    intl.formatMessage({ id: `settings-screen.scale.${id}` })
  return [
    { id: 'name', header: header('name'), sortBy: ({ name }) => name, cell: ({ name }) => name },
    { id: 'place', header: header('place'), sortBy: placeOf, cell: placeOf, phone: 'fact' },
    {
      id: 'channel',
      header: header('channel'),
      align: 'end',
      sortBy: ({ channel }) => channel,
      cell: ({ channel }) => intl.formatNumber(channel),
      phone: 'hidden',
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
