import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/password/reset/$token')({
  component: lazyRouteComponent(() => import('./-password-reset-page.tsx'), 'PasswordResetPage'),
  staticData: { title: 'session.reset.title' },
})
