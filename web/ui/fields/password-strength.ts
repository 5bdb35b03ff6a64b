/** The minimum length that forms require; passwords already in use may be shorter. */
export const PASSWORD_MINIMUM = 10

export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong'

/**
 * How hard a new password is to guess, by its length and by how much of it varies: characters that repeat or count up from the previous one add nothing. The
 * server also knows the most common passwords.
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
