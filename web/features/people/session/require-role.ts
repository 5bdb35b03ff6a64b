import { notFound, redirect } from '@tanstack/react-router'
import { user } from './session-state.ts'

/** `beforeLoad` of what only administrators have; to everybody else there is no such page. Who lacks a second factor is led to it. */
export function requireAdministrator(): void {
  if (user.secondFactorMissing) throw redirect({ to: '/settings/account' })
  if (!user.admin) throw notFound()
}

/** `beforeLoad` of what only managers have; to everybody else there is no such page. */
export function requireManager(): void {
  if (!user.manager) throw notFound()
}
