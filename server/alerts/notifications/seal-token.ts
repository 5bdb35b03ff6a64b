import type { Deps } from '../../deps.ts'

const PURPOSE = 'notification token'

type Secrets = Pick<Deps, 'secrets'>

export const sealToken = ({ secrets }: Secrets, token: string | undefined): string | null =>
  token === undefined ? null : secrets.seal(token, PURPOSE)

/** Returns undefined if there is no token, or if it was sealed with another key. */
export const openToken = ({ secrets }: Secrets, sealed: string | null): string | undefined =>
  sealed === null ? undefined : secrets.open(sealed, PURPOSE)
