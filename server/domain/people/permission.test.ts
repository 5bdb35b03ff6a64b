import { describe, expect, it } from 'vitest'
import { accessTo, isManager, mayReadAccount, mayUse, type Viewer } from './permission.ts'

const beekeeper: Viewer = { accountId: 1, role: 3, admin: false, affiliationId: null }
const member: Viewer = { ...beekeeper, affiliationId: 7 }
const manager: Viewer = { ...member, role: 2 }
const director: Viewer = { ...member, role: 1 }
const looseManager: Viewer = { ...manager, affiliationId: null }
const admin: Viewer = { ...beekeeper, admin: true }

const own = { ownerId: 1, affiliationId: null, watched: false }
const foreign = { ownerId: 2, affiliationId: null, watched: false }
const watched = { ...foreign, watched: true }
const affiliated = { ...foreign, affiliationId: 7 }
const elsewhere = { ...foreign, affiliationId: 8 }
const nobodys = { ownerId: null, affiliationId: null, watched: false }

describe('accessTo', () => {
  it.each([
    ['an owner', beekeeper, own, 'own'],
    ['an owner who also watches', beekeeper, { ...own, watched: true }, 'own'],
    ['an admin who owns', admin, own, 'own'],
    ['a watcher', beekeeper, watched, 'watched'],
    ['an admin who watches', admin, watched, 'watched'],
    ['a manager of the affiliation', manager, affiliated, 'affiliated'],
    ['role 1 of the affiliation', director, affiliated, 'affiliated'],
    ['an admin who manages the affiliation', { ...manager, admin: true }, affiliated, 'affiliated'],
    ['an admin', admin, foreign, 'administered'],
    ['an admin, of what nobody owns', admin, nobodys, 'administered'],
    ['a stranger', beekeeper, foreign, undefined],
    ['a stranger, of what nobody owns', beekeeper, nobodys, undefined],
    ['a plain member of the affiliation', member, affiliated, undefined],
    ['a manager of another affiliation', manager, elsewhere, undefined],
    ['a manager without an affiliation', looseManager, foreign, undefined],
  ] as const)('%s', (_, viewer, controller, access) => {
    expect(accessTo(viewer, controller)).toBe(access)
  })
})

describe('mayUse', () => {
  it.each([
    ['an owner', beekeeper, 'own', true],
    ['a watcher', beekeeper, 'watched', false],
    ['a manager', manager, 'affiliated', false],
    ['an admin', admin, 'administered', true],
    ['an admin who watches', admin, 'watched', true],
  ] as const)('%s', (_, viewer, access, changes) => {
    expect(mayUse(viewer, access, 'read')).toBe(true)
    expect(mayUse(viewer, access, 'write')).toBe(changes)
  })
})

describe('mayReadAccount', () => {
  it.each([
    ['oneself', beekeeper, { id: 1, affiliationId: null }, true],
    ['somebody else', beekeeper, { id: 2, affiliationId: null }, false],
    ['an admin', admin, { id: 2, affiliationId: null }, true],
    ['the manager of the affiliation', manager, { id: 2, affiliationId: 7 }, true],
    ['another member of the affiliation', member, { id: 2, affiliationId: 7 }, false],
    ['the manager of another affiliation', manager, { id: 2, affiliationId: 8 }, false],
    ['a manager without an affiliation', looseManager, { id: 2, affiliationId: null }, false],
  ] as const)('%s', (_, viewer, account, readable) => {
    expect(mayReadAccount(viewer, account)).toBe(readable)
  })
})

it.each([
  [1, true],
  [2, true],
  [3, false],
] as const)('role %i manages: %s', (role, manages) => {
  expect(isManager({ role })).toBe(manages)
})
