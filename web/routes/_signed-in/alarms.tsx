import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/alarms')({
  component: lazyScreen(() => import('../-pieces/hives.ts'), 'AlarmsPage'),
  staticData: { title: 'app.nav.alarms' },
})
