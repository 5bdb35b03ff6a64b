import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings/connect/')({
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'ConnectChoice'),
  staticData: { title: 'connect.title' },
})
