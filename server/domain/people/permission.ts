import { MANAGER_THRESHOLD, type Role } from './account.ts'

/** How an account gets access to a transmitter; the closest relation counts. */
export type Access = 'own' | 'watched' | 'affiliated' | 'administered'
export type Right = 'read' | 'write'

export type Viewer = { accountId: number; role: Role; admin: boolean; affiliationId: number | null }

/** The facts about a transmitter that decide who may see it; `watched`: by the viewer in question. */
export type ControllerRelation = { ownerId: number | null; affiliationId: number | null; watched: boolean }

/** Managers (role 2 or lower) act for their own affiliation; without one they manage nothing. */
export const isManager = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role <= MANAGER_THRESHOLD

const manages = (viewer: Viewer, affiliationId: number | null): boolean =>
  isManager(viewer) && viewer.affiliationId !== null && viewer.affiliationId === affiliationId

/** Returns the viewer's closest relation to a transmitter; undefined: for them it does not exist. */
export function accessTo(viewer: Viewer, controller: ControllerRelation): Access | undefined {
  if (controller.ownerId === viewer.accountId) return 'own'
  if (controller.watched) return 'watched'
  if (manages(viewer, controller.affiliationId)) return 'affiliated'
  if (viewer.admin) return 'administered'
  return undefined
}

/** Owners and administrators may change a transmitter and everything that belongs to it; watchers and managers may read. */
export const mayUse = (viewer: Viewer, access: Access, right: Right): boolean =>
  right === 'read' || access === 'own' || viewer.admin

/** An account's own data may be read by the account itself, by administrators, and by the managers of its affiliation. */
export const mayReadAccount = (viewer: Viewer, account: { id: number; affiliationId: number | null }): boolean =>
  account.id === viewer.accountId || viewer.admin || manages(viewer, account.affiliationId)
