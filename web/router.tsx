import { createRouter } from '@tanstack/react-router'
import type { MessageId } from '../locales/message-id.ts'
import { scrollsBack } from './early-picture.ts'
import { CrashPage } from './features/platform/navigation/crash-page.tsx'
import { NotFoundPage } from './features/platform/navigation/not-found-page.tsx'
import { PendingPage } from './features/platform/navigation/pending-page.tsx'
import { queryClient } from './offline/query-cache.ts'
import { routeTree } from './route-tree.gen.ts'

export const createAppRouter = () =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: scrollsBack,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** Shown in the browser's title bar. */
    title?: MessageId
  }
}
