import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { lazyScreen } from '../-lazy-screen.ts'

/** `alarm`: where a notification leads. `open`: where a shortcut of the app's icon does. */
const Search = v.looseObject({
  alarm: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer())), undefined)),
  open: v.fallback(v.optional(v.picklist(['note', 'visit'])), undefined),
})

export const Route = createFileRoute('/_signed-in/dashboard')({
  validateSearch: Search,
  beforeLoad: ({ search }) => {
    // where the shortcut led that older installations have
    if (search.open === 'visit') throw redirect({ to: '/visit/{-$visitId}', search: { begin: true } })
  },
  component: lazyScreen(() => import('./-dashboard-page.tsx'), 'DashboardPage', 'today'),
  staticData: { title: 'app.nav.dashboard' },
})
