import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireAdministrator } from '../../../features/people/session/require-role.ts'

export const Route = createFileRoute('/_signed-in/a/')({
  beforeLoad: () => {
    requireAdministrator()
    throw redirect({ to: '/a/fleet', replace: true })
  },
})
