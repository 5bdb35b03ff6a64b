import { Scale } from 'lucide-react'
import type { ScaleSeason } from '#domain/insight/analysis.ts'
import type { MessageId } from '../../../../locales/message-id.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { RowLink } from '../../../ui/navigation/row-link.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { Day, How, Kg } from './figures.tsx'

export type SeasonPlace = { id: number; name: string }

/** All scales of a season, best first; pressing one opens it. */
export function SeasonTable({
  scales,
  places,
  year,
}: {
  scales: readonly ScaleSeason[]
  places: readonly SeasonPlace[]
  year: number
}) {
  const intl = useIntl()
  const hasTwins = new Set(scales.map(({ name }) => name)).size < scales.length
  const columns = useColumns(places, hasTwins)
  const hasGain = scales.some(({ gain }) => gain)
  const damaged = scales.flatMap((scale) => (scale.damaged ? [scale.name] : []))
  return (
    <Stack gap={3}>
      {damaged.length > 0 && (
        <Banner
          tone="loss"
          title={
            <FormattedMessage id="scale.damaged" values={{ name: intl.formatList(damaged, { type: 'conjunction' }) }} />
          }
        />
      )}
      {scales.length > 0 && !hasGain && (
        <Text>
          <FormattedMessage id="analysis.gain.unknown" />
        </Text>
      )}
      <Card flush>
        <Table
          caption={intl.formatMessage({ id: 'analysis.scales' })}
          columns={columns}
          rows={scales}
          rowKey={({ scaleId }) => scaleId}
          link={({ scaleId }, title) => (
            <RowLink to="/analysis" search={{ year, scale: scaleId }}>
              {title}
            </RowLink>
          )}
          sort={{ column: 'gain', direction: 'descending' }}
          empty={
            <EmptyState
              icon={Scale}
              title={<FormattedMessage id="analysis.none" />}
              next={<FormattedMessage id="analysis.none.next" />}
              action={
                <ButtonLink kind="primary" to="/settings/register">
                  <FormattedMessage id="analysis.register" />
                </ButtonLink>
              }
            />
          }
        />
      </Card>
      {scales.length > 0 && <How of={['gain', 'bestDays', 'flows', 'winter', 'foragers', 'nights']} />}
    </Stack>
  )
}

const flowKg = ({ flows }: ScaleSeason): number | null =>
  flows.length === 0 ? null : flows.reduce((sum, { kg }) => sum + kg, 0)

/** `hasTwins`: some have the same name, so that a phone has to say where each one is. */
function useColumns(places: readonly SeasonPlace[], hasTwins: boolean): TableColumn<ScaleSeason>[] {
  const intl = useIntl()
  const word = (id: MessageId) => intl.formatMessage({ id })
  const placeOf = ({ controllerId }: ScaleSeason) => places.find(({ id }) => id === controllerId)?.name ?? ''
  const number = (
    id: string,
    header: string,
    value: (scale: ScaleSeason) => number | null,
    cell: TableColumn<ScaleSeason>['cell'],
    phone: 'fact' | 'hidden' = 'hidden',
  ): TableColumn<ScaleSeason> => ({ id, header, align: 'end', sortBy: value, cell, phone })
  return [
    {
      id: 'name',
      header: word('analysis.scale'),
      holds: 'name',
      sortBy: ({ name }) => name,
      cell: ({ name }) => name,
      phone: 'title',
    },
    {
      id: 'place',
      header: word('analysis.place'),
      holds: 'name',
      sortBy: placeOf,
      cell: placeOf,
      phone: hasTwins ? 'fact' : 'hidden',
    },
    number(
      'rank',
      word('analysis.rank'),
      ({ rank }) => rank,
      ({ rank }) => rank ?? '–',
      'fact',
    ),
    number(
      'gain',
      word('analysis.gain'),
      ({ gain }) => gain?.kg ?? null,
      ({ gain }) => <Kg value={gain?.kg ?? null} sign />,
      'fact',
    ),
    number(
      'best',
      word('analysis.bestDay'),
      ({ bestDays }) => bestDays[0]?.kg ?? null,
      ({ bestDays: [best] }) =>
        best ? (
          <>
            <Kg value={best.kg} sign /> · <Day date={best.date} />
          </>
        ) : (
          '–'
        ),
    ),
    number('flow', word('analysis.flows'), flowKg, (scale) => <Kg value={flowKg(scale)} />),
    number(
      'winter',
      word('analysis.winterPerWeek'),
      ({ winter }) => winter?.kgPerWeek ?? null,
      ({ winter }) => <Kg value={winter?.kgPerWeek ?? null} digits={2} />,
    ),
    number(
      'foragers',
      word('analysis.foragers'),
      ({ foragers }) => foragers?.kg ?? null,
      ({ foragers }) => <Kg value={foragers?.kg ?? null} digits={2} />,
    ),
    number(
      'nights',
      word('analysis.night'),
      ({ nights }) => nights?.kg ?? null,
      ({ nights }) => <Kg value={nights?.kg ?? null} digits={2} />,
    ),
  ]
}
