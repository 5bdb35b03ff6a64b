import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/export')({
  component: lazyScreen(() => import('../-pieces/hives.ts'), 'ExportPage'),
  staticData: { title: 'export.title' },
})
