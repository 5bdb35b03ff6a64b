import type { SecretBox } from '../../platform/runtime/secret-box.ts'

const PURPOSE = 'season.unsubscribe'

/** By what a mail ends the mails of its kind to one account: good for nothing else, and says nothing of whom it is for. */
export const unsubscribeTokenOf = (secrets: SecretBox, accountId: number): string =>
  secrets.seal(String(accountId), PURPOSE)

/** The account of a token; undefined for one that this server did not give out. */
export function accountOfToken(secrets: SecretBox, token: string): number | undefined {
  const id = secrets.open(token, PURPOSE)
  return id === undefined ? undefined : Number(id)
}

/** Where it is asked whether to end them, and where one request does. */
export const unsubscribePath = (token: string): string => `/api/season/unsubscribe?token=${token}`
