/** What the forms want at least; a password that is in use may be shorter. */
export const PASSWORD_MINIMUM = 10

export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong'

/**
 * How hard a new password is to guess, by its length and by how much of it differs: characters that repeat the one before or
 * count on from it add nothing. The server knows the commonest ones besides.
 */
export function passwordStrength(typed: string): PasswordStrength {
  const points = [...typed].map((character) => character.codePointAt(0)!)
  if (points.length < PASSWORD_MINIMUM) return 'short'
  const steps = points.slice(1).map((point, at) => point - points[at]!)
  const surprising = 1 + steps.filter((step) => Math.abs(step) > 1).length
  const different = new Set(points).size
  if (surprising < 7 || different < 6) return 'weak'
  return surprising >= 13 && different >= 9 ? 'strong' : 'fair'
}
