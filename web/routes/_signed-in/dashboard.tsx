import { createFileRoute, redirect } from '@tanstack/react-router'
import { oneOf, openSearchOf, whole } from '../../api/read-fields.ts'
import { queryClient } from '../../offline/query-cache.ts'
import { lazyScreen } from '../-lazy-screen.ts'

/** `alarm`: set by the link of a notification. `open`: set by a shortcut on the app's icon. */
const readSearch = openSearchOf({ alarm: whole(), open: oneOf('note', 'visit') })

async function openToday() {
  const today = await import('../-insight/dashboard-page.tsx')
  await today.earlyAnswersAreThere(queryClient)
  return today
}

export const Route = createFileRoute('/_signed-in/dashboard')({
  validateSearch: readSearch,
  beforeLoad: ({ search }) => {
    // where the shortcut of older installations leads
    if (search.open === 'visit') throw redirect({ to: '/visit/{-$visitId}', search: { begin: true } })
  },
  component: lazyScreen(openToday, 'DashboardPage', 'today'),
  staticData: { title: 'app.nav.dashboard' },
})
