import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RegionBody, RegionEditBody } from '#domain/hives/regions/region.ts'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const key = ['region']
const read = () => call(api.region.$get())

/** The regions a transmitter may belong to, most important first. Their shapes are not stored on the device. */
export const regionsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: async () => (await read()).map(({ geojson: _, ...region }) => region),
  ...keptOffline,
})

/** The same with simplified shapes. */
export const regionShapesQuery = queryOptions({ queryKey: [...key, 'shapes'], queryFn: read })

/** The regions with full shapes and counts, for administrators. */
export const administeredRegionsQuery = queryOptions({
  queryKey: ['admin', 'region'],
  queryFn: () => call(api.admin.region.$get()),
})

/** Changing a region may assign transmitters to other regions. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    void Promise.all([
      queryClient.invalidateQueries({ queryKey: key }),
      queryClient.invalidateQueries({ queryKey: administeredRegionsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: ['controller'] }),
    ])
}

export function useSaveRegion(id: number | undefined) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (json: RegionBody | RegionEditBody) =>
      id === undefined
        ? call(api.region.$post({ json: json as RegionBody }))
        : call(api.region[':id'].$post({ param: { id: String(id) }, json })),
    onSettled: refresh,
    meta: { tellsItself: true },
  })
}

export function useRemoveRegion(id: number | undefined) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => call(api.region[':id'].$delete({ param: { id: String(id) } })),
    onSettled: refresh,
    meta: { tellsItself: true },
  })
}
