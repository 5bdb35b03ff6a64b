import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/password/request')({
  component: lazyRouteComponent(
    () => import('../features/session/password-request-screen.tsx'),
    'PasswordRequestScreen',
  ),
  staticData: { title: 'session.forgotten' },
})
