import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/connect/')({
  component: lazyScreen(() => import('../../features/hives/controllers/connect/connect-choice.tsx'), 'ConnectChoice'),
  staticData: { title: 'connect.title' },
})
