import type { Locale, Role } from '#domain/account.ts'

/** Who is signed in. */
export type SignedIn = {
  accountId: number
  email: string
  role: Role
  admin: boolean
  affiliationId: number | null
  language: Locale
  tokenHash: string
}

/** What the middleware leaves for the routes. `locale` is the language of the answer. */
export type Env = {
  Variables: { locale: Locale; account: SignedIn | undefined; requestId: string }
}
