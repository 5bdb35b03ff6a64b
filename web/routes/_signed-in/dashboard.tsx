import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'

/** `alarm`: where a notification leads. */
const Search = v.looseObject({ alarm: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer())), undefined)) })

export const Route = createFileRoute('/_signed-in/dashboard')({
  validateSearch: Search,
  component: lazyRouteComponent(() => import('./-dashboard-page.tsx'), 'DashboardPage'),
  staticData: { title: 'app.nav.dashboard' },
})
