import type { Generated } from 'kysely'
import type { Locale, Role } from '#domain/account.ts'

export type AffiliationTable = { id: Generated<number>; name: string }

export type AccountTable = {
  id: Generated<number>
  email: string
  password_hash: string
  language: Locale
  role: Role
  admin: Generated<0 | 1>
  active: Generated<0 | 1>
  affiliation_id: number | null
  firstname: string
  lastname: string
  company: string
  street: string
  zip: string
  city: string
  country: string
  phone: string
  created_at: number
}

export type SessionTable = {
  token_hash: string
  account_id: number
  user_agent: string
  created_at: number
  last_seen_at: number
  expires_at: number
}
