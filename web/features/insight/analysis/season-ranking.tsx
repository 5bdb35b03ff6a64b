import { useInfiniteQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { useState } from 'react'
import type { RankedHive, SeasonRanking as Ranking } from '#domain/insight/season-ranking.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Pages } from '../../../offline/pages.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { rankingQuery } from './ranking-query.ts'

/** Which hives of all transmitters gained most in a season, and how the regions compare; for administrators. */
export function SeasonRanking({ year }: { year: number | undefined }) {
  const intl = useIntl()
  const [region, setRegion] = useState<number>()
  const [q, seek] = useState('')
  const query = useInfiniteQuery(rankingQuery({ year, region, q }))
  const ranking = query.data?.pages[0]
  const columns = useColumns()
  const missing = q || region ? 'none' : 'nothing'
  return (
    <Stack as="section">
      <Heading>
        <FormattedMessage id="administration-analysis.title" />
      </Heading>
      {ranking && ranking.regions.length > 0 && <Regions ranking={ranking} />}
      <Grid columns="medium">
        <SearchField label={<FormattedMessage id="administration-analysis.search" />} value={q} onSearch={seek} />
        <Select
          label={<FormattedMessage id="administration-analysis.region" />}
          value={region ?? ''}
          onChange={({ target }) => setRegion(Number(target.value) || undefined)}
          options={[
            { value: '', label: intl.formatMessage({ id: 'administration-analysis.allRegions' }) },
            ...(ranking?.regions ?? []).flatMap(({ regionId, name }) =>
              regionId === null ? [] : [{ value: String(regionId), label: name ?? String(regionId) }],
            ),
          ]}
        />
      </Grid>
      <Pages query={query}>
        {(hives) => (
          <Card flush>
            <Table
              caption={intl.formatMessage({ id: 'administration-analysis.title' })}
              columns={columns}
              rows={hives}
              rowKey={({ scaleId }) => scaleId}
              empty={
                <EmptyState
                  icon={Trophy}
                  title={<FormattedMessage id={`administration-analysis.${missing}`} />}
                  next={<FormattedMessage id={`administration-analysis.${missing}.next`} />}
                />
              }
            />
          </Card>
        )}
      </Pages>
      {ranking && (
        <Disclosure summary={<FormattedMessage id="administration-analysis.how" />}>
          <Text>
            <FormattedMessage
              id="administration-analysis.computed"
              values={{ time: intl.formatDate(ranking.at, { dateStyle: 'short', timeStyle: 'short' }) }}
            />
          </Text>
        </Disclosure>
      )}
    </Stack>
  )
}

function useWeight() {
  const intl = useIntl()
  return (kg: number) =>
    intl
      .formatNumber(kg, {
        style: 'unit',
        unit: 'kilogram',
        signDisplay: 'exceptZero',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      })
      .replaceAll(' ', '\u00a0')
}

function Regions({ ranking: { regions } }: { ranking: Pick<Ranking, 'regions'> }) {
  const intl = useIntl()
  const weight = useWeight()
  const header = (id: 'region' | 'hives' | 'mean' | 'median') =>
    intl.formatMessage({ id: `administration-analysis.${id}` })
  return (
    <Card flush>
      <Table
        caption={intl.formatMessage({ id: 'administration-analysis.byRegion' })}
        rows={regions}
        rowKey={({ regionId }) => regionId ?? 0}
        columns={[
          {
            id: 'region',
            header: header('region'),
            cell: ({ name }) => name ?? <FormattedMessage id="administration-analysis.noRegion" />,
            sortBy: ({ name }) => name,
          },
          {
            id: 'mean',
            header: header('mean'),
            align: 'end',
            cell: ({ meanKg }) => weight(meanKg),
            sortBy: ({ meanKg }) => meanKg,
            phone: 'fact',
          },
          {
            id: 'median',
            header: header('median'),
            align: 'end',
            cell: ({ medianKg }) => weight(medianKg),
            sortBy: ({ medianKg }) => medianKg,
            phone: 'hidden',
          },
          {
            id: 'hives',
            header: header('hives'),
            align: 'end',
            cell: ({ hives }) => intl.formatNumber(hives),
            sortBy: ({ hives }) => hives,
            phone: 'fact',
          },
        ]}
      />
    </Card>
  )
}

function useColumns(): TableColumn<RankedHive>[] {
  const intl = useIntl()
  const weight = useWeight()
  const header = (id: 'rank' | 'hive' | 'owner' | 'gain' | 'days') =>
    intl.formatMessage({ id: `administration-analysis.${id}` })
  return [
    { id: 'rank', header: header('rank'), align: 'end', cell: ({ rank }) => intl.formatNumber(rank), phone: 'fact' },
    {
      id: 'hive',
      header: header('hive'),
      cell: ({ name, controllerId, controllerName }) => (
        <ButtonLink
          kind="quiet"
          to="/settings/controllers/$controllerId"
          params={{ controllerId: String(controllerId) }}
        >
          {name}, {controllerName}
        </ButtonLink>
      ),
      phone: 'title',
    },
    { id: 'owner', header: header('owner'), cell: ({ owner }) => owner, phone: 'hidden' },
    { id: 'gain', header: header('gain'), align: 'end', cell: ({ gain }) => weight(gain.kg), phone: 'fact' },
    {
      id: 'days',
      header: header('days'),
      align: 'end',
      cell: ({ gain }) => intl.formatNumber(gain.days),
      phone: 'hidden',
    },
  ]
}
