import { isNotFound, isRedirect } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { requireAdministrator } from './require-role.ts'
import { forgetUser, user } from './session-state.ts'

afterEach(forgetUser)

function thrown(act: () => void): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

test('administration is open to administrators, and does not exist for others', () => {
  expect(isNotFound(thrown(requireAdministrator))).toBe(true)
  user.admin = true
  expect(thrown(requireAdministrator)).toBeUndefined()
})

test('an administrator without a second factor is sent to set one up', () => {
  user.secondFactorMissing = true
  const found = thrown(requireAdministrator)
  expect(isRedirect(found) && found.options.to).toBe('/settings/account')
})
