import type { Deps } from '../../../deps.ts'

const PURPOSE = 'sign out'
const MAC_LENGTH = 43

/**
 * A token that ends one session and does nothing else: kept by an app that signed out while offline, and sent once there is a network,
 * whoever has signed in since.
 */
export const signOutTokenOf = ({ secrets }: Pick<Deps, 'secrets'>, sessionId: string): string =>
  `${sessionId}.${secrets.keyedHash(sessionId, PURPOSE).slice(0, MAC_LENGTH)}`

/** The session that a token ends. Undefined if the token is not one of ours. */
export function sessionOfToken(deps: Pick<Deps, 'secrets'>, token: string): string | undefined {
  const [sessionId = ''] = token.split('.')
  return token === signOutTokenOf(deps, sessionId) ? sessionId : undefined
}
