import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  type ControllerFilter,
  controllerFilters,
  type ListedController,
} from '#domain/hives/administered-controller.ts'
import type { Affiliation } from '#domain/people/affiliation.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Pages } from '../../../../offline/pages.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Table } from '../../../../ui/display/table.tsx'
import { SearchField } from '../../../../ui/fields/search-field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../../ui/layout/layout.tsx'
import { usePhone } from '../../../../ui/media.ts'
import { RowLink } from '../../../../ui/navigation/row-link.ts'
import { EmptyState } from '../../../../ui/status/empty-state.tsx'
import type { RegionChoice } from '../controller-fields.tsx'
import { ChosenControllers } from './administered-chosen.tsx'
import { administeredQuery } from './administered-queries.ts'
import type { AdministeredSearch } from './administered-search.ts'
import { AdministeredSheet } from './administered-sheet.tsx'
import { NoTransmitters } from './no-transmitters.tsx'
import { Unaffiliated } from './unaffiliated.tsx'
import { controllerLink, useAdministeredColumns } from './use-administered-columns.tsx'

type ScreenProps = { search: AdministeredSearch; onSearch: (changes: Partial<AdministeredSearch>) => void }

/** All transmitters, for administrators: a row opens its form; selected ones can be assigned or get labels. */
export function AdministeredScreen({
  search,
  onSearch,
  regions,
  affiliations,
  onSaved,
}: ScreenProps & {
  regions: readonly RegionChoice[]
  affiliations: readonly Affiliation[]
  onSaved: () => void
}) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  return (
    <Stack>
      <Filters search={search} onSearch={onSearch} affiliations={affiliations} />
      <ControllerTable
        search={search}
        onSearch={onSearch}
        affiliated={false}
        chosen={chosen}
        onChoose={choose}
        link={({ id }, title) => (
          <RowLink to="/a/controllers" search={{ ...search, controller: id }}>
            {title}
          </RowLink>
        )}
      />
      <AdministeredSheet
        key={search.controller}
        id={search.controller}
        regions={regions}
        affiliations={affiliations}
        onClose={() => onSearch({ controller: undefined })}
        onSaved={onSaved}
      />
      <ChosenControllers chosen={chosen} affiliations={affiliations} onClear={() => choose(new Set())} />
    </Stack>
  )
}

/** The transmitters of the manager's own affiliation, read-only. */
export function AffiliatedScreen({ search, onSearch, affiliation }: ScreenProps & { affiliation: string | undefined }) {
  if (affiliation === undefined) return <Unaffiliated />
  return (
    <Stack>
      <Filters search={search} onSearch={onSearch} />
      <ControllerTable search={search} onSearch={onSearch} affiliated link={controllerLink} />
    </Stack>
  )
}

/** `affiliations`: only for administrators, who see the transmitters of all affiliations. */
function Filters({ search, onSearch, affiliations }: ScreenProps & { affiliations?: readonly Affiliation[] }) {
  const intl = useIntl()
  const phone = usePhone()
  const all = { value: '', label: intl.formatMessage({ id: 'administration-users.all' }) }
  const states = affiliations ? controllerFilters : controllerFilters.filter((state) => state !== 'free')
  return (
    <Stack gap={3}>
      <SearchField
        label={<FormattedMessage id="administration-controllers.search" />}
        value={search.q ?? ''}
        onSearch={(words) => onSearch({ q: words || undefined })}
      />
      <Grid gap={3} columns={phone ? 'pair' : 'medium'}>
        <Select
          label={<FormattedMessage id="administration-users.state" />}
          value={search.state ?? ''}
          onChange={({ target }) => onSearch({ state: (target.value || undefined) as ControllerFilter | undefined })}
          options={[
            all,
            ...states.map((state) => ({
              value: state,
              label: intl.formatMessage({ id: `administration-controllers.state.${state}` }),
            })),
          ]}
        />
        {affiliations && (
          <Select
            label={<FormattedMessage id="administration-users.affiliation" />}
            value={String(search.affiliation ?? '')}
            onChange={({ target: { value } }) =>
              onSearch({ affiliation: value === 'none' ? 'none' : Number(value) || undefined })
            }
            options={[
              all,
              { value: 'none', label: intl.formatMessage({ id: 'administration-users.affiliation.none' }) },
              ...affiliations.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
      </Grid>
    </Stack>
  )
}

function ControllerTable({
  search,
  onSearch,
  affiliated,
  chosen,
  onChoose,
  link,
}: ScreenProps & {
  affiliated: boolean
  chosen?: ReadonlySet<number>
  onChoose?: (chosen: ReadonlySet<number>) => void
  link: (controller: ListedController, title: ReactNode) => ReactNode
}) {
  const intl = useIntl()
  const query = useInfiniteQuery(administeredQuery(search, affiliated))
  const toggle = ({ id }: ListedController) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose?.(next)
  }
  const columns = useAdministeredColumns(chosen, toggle)
  const { sort = 'name', direction = 'ascending', q, state, affiliation, software } = search
  return (
    <Pages query={query}>
      {(items) => (
        <Card flush>
          <Table
            caption={intl.formatMessage({ id: 'administration-controllers.title' })}
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            link={link}
            sort={{ column: sort, direction }}
            onSort={({ column, direction: wanted }) =>
              onSearch({ sort: column as AdministeredSearch['sort'], direction: wanted })
            }
            empty={
              q || state || affiliation || software ? (
                <EmptyState
                  icon={SearchX}
                  title={<FormattedMessage id="administration-controllers.none" />}
                  next={<FormattedMessage id="administration-controllers.none.next" />}
                  action={
                    <Button
                      onClick={() =>
                        onSearch({ q: undefined, state: undefined, affiliation: undefined, software: undefined })
                      }
                    >
                      <FormattedMessage id="administration-users.showAll" />
                    </Button>
                  }
                />
              ) : (
                <NoTransmitters affiliated={affiliated} />
              )
            }
          />
        </Card>
      )}
    </Pages>
  )
}
