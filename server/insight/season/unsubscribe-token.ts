import type { SecretBox } from '../../platform/runtime/secret-box.ts'

const PURPOSE = 'season.unsubscribe'

/** Returns the token that ends this kind of mail to one account. It is good for nothing else and does not reveal the account. */
export const unsubscribeTokenOf = (secrets: SecretBox, accountId: number): string =>
  secrets.seal(String(accountId), PURPOSE)

/** Returns the account of a token, or undefined if this server did not issue it. */
export function accountOfToken(secrets: SecretBox, token: string): number | undefined {
  const id = secrets.open(token, PURPOSE)
  return id === undefined ? undefined : Number(id)
}

/** The path that asks whether to end the mails, and that ends them on a POST. */
export const unsubscribePath = (token: string): string => `/api/season/unsubscribe?token=${token}`
