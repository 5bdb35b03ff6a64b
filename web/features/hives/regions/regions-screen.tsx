import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { RegionDetails } from './region-details.tsx'
import { RegionEditor } from './region-editor.tsx'
import { administeredRegionsQuery, regionShapesQuery, regionsQuery } from './region-queries.ts'
import { RegionTable } from './region-table.tsx'

type ScreenProps = {
  /** The id of the open region, or `new` for one being created. */
  open: number | 'new' | undefined
  onOpen: (open: number | 'new' | undefined) => void
}

/** The regions: read-only for everyone, editable for administrators. */
export function RegionsScreen({ administered, ...props }: ScreenProps & { administered: boolean }) {
  return administered ? <ToChange {...props} /> : <ToLookAt {...props} />
}

const Explained = () => (
  <Text tone="neutral">
    <FormattedMessage id="region.explained" />
  </Text>
)

function ToLookAt({ open, onOpen }: ScreenProps) {
  const query = useQuery(regionsQuery)
  const { data: shapes } = useQuery(regionShapesQuery)
  const listed = query.data?.find(({ id }) => id === open)
  const region = shapes?.find(({ id }) => id === open) ?? (listed && { ...listed, geojson: null })
  return (
    <Stack>
      <Explained />
      <Loaded query={query}>
        {(regions) => (
          <>
            <RegionTable regions={regions} />
            <RegionDetails region={region} onClose={() => onOpen(undefined)} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function ToChange({ open, onOpen }: ScreenProps) {
  const query = useQuery(administeredRegionsQuery)
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, open)
  return (
    <div ref={place} tabIndex={-1}>
      <Loaded query={query} age={open === undefined}>
        {(regions) => {
          const region = regions.find(({ id }) => id === open)
          if (open === 'new' || region) {
            return <RegionEditor key={open} region={region} others={regions} onClose={() => onOpen(undefined)} />
          }
          return (
            <Stack>
              <Explained />
              <RegionTable regions={regions} onAdd={() => onOpen('new')} />
            </Stack>
          )
        }}
      </Loaded>
    </div>
  )
}
