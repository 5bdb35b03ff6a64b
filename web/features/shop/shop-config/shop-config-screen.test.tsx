import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShopConfigAdminReply } from '#domain/shop/shop-config-edit.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ShopConfigScreen } from './shop-config-screen.tsx'

const newest: ShopConfigAdminReply = {
  version: 1,
  config: 'enabled: true\n',
  versions: [{ version: 1, comment: '', savedAt: null, savedBy: null }],
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo) =>
    String(input).includes('configAdmin')
      ? new Response(JSON.stringify(newest))
      : new Response(JSON.stringify({ message: 'Fine.', version: 1, preview: {} })),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the comment on a change survives a look at the versions', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: ShopConfigScreen }),
    history: createMemoryHistory(),
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const comment = () => screen.findByLabelText<HTMLInputElement>(/^What changes/)
  fireEvent.change(await comment(), { target: { value: 'Spring sale' } })
  fireEvent.click(screen.getByLabelText('Versions'))
  fireEvent.click(screen.getByLabelText('Text'))
  expect((await comment()).value).toBe('Spring sale')
})
