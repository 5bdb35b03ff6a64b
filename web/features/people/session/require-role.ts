import { notFound, redirect } from '@tanstack/react-router'
import { user } from './session-state.ts'

/** `beforeLoad` of pages for administrators only; for everyone else the page does not exist. Administrators without a second factor are sent to set it up. */
export function requireAdministrator(): void {
  if (user.secondFactorMissing) throw redirect({ to: '/settings/account' })
  if (!user.admin) throw notFound()
}

/** `beforeLoad` of pages for managers only; for everyone else the page does not exist. */
export function requireManager(): void {
  if (!user.manager) throw notFound()
}
