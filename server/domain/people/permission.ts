import { MANAGER_THRESHOLD, type Role } from './account.ts'

/** How an account comes to a transmitter; the nearest relation counts. */
export type Access = 'own' | 'watched' | 'affiliated' | 'administered'
export type Right = 'read' | 'write'

export type Viewer = { accountId: number; role: Role; admin: boolean; affiliationId: number | null }

/** What of a transmitter decides who may see it; `watched`: by the viewer in question. */
export type ControllerRelation = { ownerId: number | null; affiliationId: number | null; watched: boolean }

/** Managers (role 2 or lower) act for their own affiliation; without one they manage nothing. */
export const isManager = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role <= MANAGER_THRESHOLD

const manages = (viewer: Viewer, affiliationId: number | null): boolean =>
  isManager(viewer) && viewer.affiliationId !== null && viewer.affiliationId === affiliationId

/** The nearest relation of the viewer to a transmitter; undefined: it does not exist for them. */
export function accessTo(viewer: Viewer, controller: ControllerRelation): Access | undefined {
  if (controller.ownerId === viewer.accountId) return 'own'
  if (controller.watched) return 'watched'
  if (manages(viewer, controller.affiliationId)) return 'affiliated'
  if (viewer.admin) return 'administered'
  return undefined
}

/** Owners and administrators change a transmitter and what hangs on it; watchers and managers read. */
export const mayUse = (viewer: Viewer, access: Access, right: Right): boolean =>
  right === 'read' || access === 'own' || viewer.admin

/** An account's own things are read by itself, by administrators, and by the managers of its affiliation. */
export const mayReadAccount = (viewer: Viewer, account: { id: number; affiliationId: number | null }): boolean =>
  account.id === viewer.accountId || viewer.admin || manages(viewer, account.affiliationId)
