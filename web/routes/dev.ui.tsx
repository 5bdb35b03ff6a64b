import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'

export const Route = createFileRoute('/dev/ui')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  ...(import.meta.env.DEV && {
    component: lazyRouteComponent(() => import('../ui/gallery/gallery.tsx'), 'Gallery'),
  }),
})
