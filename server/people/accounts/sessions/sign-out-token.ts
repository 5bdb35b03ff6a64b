import type { Deps } from '../../../deps.ts'

const PURPOSE = 'sign out'
const MAC_LENGTH = 43

/**
 * Ends one session and does nothing else: what an app keeps that signed out without a network, to be sent once there is one,
 * whoever has signed in since.
 */
export const signOutTokenOf = ({ secrets }: Pick<Deps, 'secrets'>, sessionId: string): string =>
  `${sessionId}.${secrets.keyedHash(sessionId, PURPOSE).slice(0, MAC_LENGTH)}`

/** The session that a token ends; undefined where it is none of ours. */
export function sessionOfToken(deps: Pick<Deps, 'secrets'>, token: string): string | undefined {
  const [sessionId = ''] = token.split('.')
  return token === signOutTokenOf(deps, sessionId) ? sessionId : undefined
}
