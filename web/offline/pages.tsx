import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorWords } from '../i18n/error-words.tsx'
import { FormattedMessage } from '../i18n/intl.tsx'
import { Button } from '../ui/button.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Loaded } from './loaded.tsx'

/** Shows the results of a query page by page, with a button for the next page below. */
export function Pages<Item>({
  query,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  children: (items: Item[]) => ReactNode
}) {
  const failure = query.isFetchNextPageError ? query.error : query.isPaused && query.failureReason
  return (
    <Loaded query={query} age={false}>
      {({ pages }) => (
        <Stack>
          {children(pages.flatMap(({ items }) => items))}
          {failure && <Banner tone="alarm" title={<ErrorWords error={failure} />} />}
          {query.hasNextPage && (
            <Row justify="center">
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                <FormattedMessage id="ui.showMore" />
              </Button>
            </Row>
          )}
        </Stack>
      )}
    </Loaded>
  )
}
