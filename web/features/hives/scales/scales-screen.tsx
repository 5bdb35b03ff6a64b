import { CirclePlus, Scale as ScaleIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import { freeChannels, type Scale } from '#domain/hives/scale.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { ArchivedSheet } from './archived-sheet.tsx'
import { NewScaleSheet, type Spot } from './new-scale-sheet.tsx'
import { useScaleColumns } from './scale-columns.tsx'
import { useScales } from './scale-queries.ts'
import { ScaleSheet } from './scale-sheet.tsx'
import { waitingChannels } from './waiting-channels.ts'
import { WaitingNotice } from './waiting-notice.tsx'

/** What is needed of a transmitter to tell its scales apart. */
export type Place = Pick<Controller, 'id' | 'name' | 'loadCells'> & { own: boolean }

/** All scales by transmitter and channel; pressing one opens it. `figures`: its readings. */
export function ScalesScreen({ places, figures }: { places: readonly Place[]; figures: (scale: Scale) => ReactNode }) {
  const intl = useIntl()
  const { query, scales } = useScales()
  const [openId, setOpenId] = useState<number>()
  const [spot, setSpot] = useState<Spot>()
  const columns = useScaleColumns(places)

  const freeOf = (place: Place) => freeChannels(place, scales)
  const freePlaces = places
    .filter(({ own }) => own)
    .map((place) => ({ ...place, free: freeOf(place) }))
    .filter(({ free }) => free.length > 0)
  const waiting = waitingChannels(freePlaces, scales)
  const used = scales.filter(({ state }) => state !== 'archived')
  const archived = scales.filter(({ state }) => state === 'archived')
  const open = scales.find(({ id }) => id === openId)
  const placeOfOpen = places.find(({ id }) => id === open?.controllerId)
  const sheet = {
    free: placeOfOpen ? freeOf(placeOfOpen) : [],
    mayEdit: placeOfOpen?.own ?? false,
    figures: open && figures(open),
    onClose: () => setOpenId(undefined),
  }
  const beside = scales
    .filter(({ id, controllerId }) => id !== openId && places.some((place) => place.own && place.id === controllerId))
    .map(({ color, state }) => ({ color, archived: state === 'archived' }))
  const table = (caption: string, rows: typeof scales, empty?: ReactNode) => (
    <Card flush>
      <Table
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        empty={empty}
      />
    </Card>
  )

  return (
    <Loaded query={query}>
      {() => (
        <Stack>
          {waiting.map((channels) => (
            <WaitingNotice key={channels[0].place.id} waiting={channels} onSet={setSpot} />
          ))}
          {table(intl.formatMessage({ id: 'settings-screen.tab.scales' }), used, <NoScales />)}
          {freePlaces[0] && (
            <Row>
              <Button
                icon={CirclePlus}
                onClick={() => setSpot({ controllerId: freePlaces[0]!.id, channel: freePlaces[0]!.free[0]! })}
              >
                <FormattedMessage id="scale.add" />
              </Button>
            </Row>
          )}
          {archived.length > 0 && (
            <Disclosure summary={<FormattedMessage id="scale.archived" values={{ count: archived.length }} />}>
              {table(intl.formatMessage({ id: 'scale.state.archived' }), archived)}
            </Disclosure>
          )}
          <ScaleSheet {...sheet} beside={beside} scale={open?.state === 'archived' ? undefined : open} />
          <ArchivedSheet {...sheet} scale={open?.state === 'archived' ? open : undefined} />
          <NewScaleSheet spot={spot} places={freePlaces} onClose={() => setSpot(undefined)} />
        </Stack>
      )}
    </Loaded>
  )
}

const NoScales = () => (
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
)
