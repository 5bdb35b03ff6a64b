import { useInfiniteQuery } from '@tanstack/react-query'
import { RadioTower } from 'lucide-react'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Loaded } from '../../../../offline/loaded.tsx'
import { Table } from '../../../../ui/display/table.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../../ui/navigation/links.ts'
import { EmptyState } from '../../../../ui/status/empty-state.tsx'
import { administeredQuery } from './administered-queries.ts'
import { NoTransmitters } from './no-transmitters.tsx'
import { controllerLink, useAdministeredColumns } from './use-administered-columns.tsx'

const current = { refetchInterval: 60_000, staleTime: 0 }
type NeedsHelp = 'silent' | 'low' | 'expired'

/** What a manager can help with today: the transmitters of their affiliation that are silent, low on battery, or expired. */
export function AffiliationToday() {
  const parts = [useInState('silent'), useInState('low'), useInState('expired')]
  const nothing = parts.every(({ query }) => query.data?.pages[0]?.items.length === 0)
  return (
    <Stack gap={5}>
      {nothing ? <NothingToDo /> : parts.map((part) => <Part key={part.state} {...part} />)}
      <Row>
        <ButtonLink icon={RadioTower} to="/m/controllers">
          <FormattedMessage id="administration-controllers.today.all" />
        </ButtonLink>
      </Row>
    </Stack>
  )
}

/** Either everything is fine, or there is no transmitter yet that could need help. */
function NothingToDo() {
  const query = useInfiniteQuery({ ...administeredQuery({}, true), ...current })
  return (
    <Loaded query={query} age={false}>
      {({ pages }) =>
        pages[0]?.items.length === 0 ? (
          <NoTransmitters affiliated />
        ) : (
          <EmptyState
            icon={RadioTower}
            title={<FormattedMessage id="administration-controllers.today.none" />}
            next={<FormattedMessage id="administration-controllers.today.none.next" />}
          />
        )
      }
    </Loaded>
  )
}

const useInState = (state: NeedsHelp) => ({
  state,
  query: useInfiniteQuery({ ...administeredQuery({ state }, true), ...current }),
})

/** The first page of a list, with a link to all of it if there is more. */
function Part({ state, query }: ReturnType<typeof useInState>) {
  const intl = useIntl()
  const columns = useAdministeredColumns(undefined, () => undefined)
  const items = query.data?.pages[0]?.items ?? []
  if (query.data && items.length === 0) return null
  const title = intl.formatMessage(
    { id: `administration-controllers.today.${state}` },
    { count: items.length, more: query.hasNextPage ? 'yes' : 'no' },
  )
  return (
    <Card
      title={title}
      flush
      actions={
        query.hasNextPage && (
          <ButtonLink kind="quiet" to="/m/controllers" search={{ state }}>
            <FormattedMessage id="administration-controllers.today.more" />
          </ButtonLink>
        )
      }
    >
      <Loaded query={query} age={false}>
        {() => <Table caption={title} columns={columns} rows={items} rowKey={({ id }) => id} link={controllerLink} />}
      </Loaded>
    </Card>
  )
}
