import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { selectPasskeysOf } from './passkey-queries.ts'
import { selectCodesInUse } from './second-factor-queries.ts'

/** Whether an account has one-time codes or a passkey. */
export const hasSecondFactor = async (db: Kysely<Tables>, accountId: number): Promise<boolean> =>
  (await hasCodes(db, accountId)) || (await selectPasskeysOf(db, accountId)).length > 0

export const hasCodes = async (db: Kysely<Tables>, accountId: number): Promise<boolean> =>
  (await selectCodesInUse(db, accountId)) !== undefined
