import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { selectNextDueMail } from './mail-queries.ts'

/** Whether a mail is still waiting to be sent, which will show whether the mail server accepts anything. */
export const mailWaits = async (db: Kysely<Tables>): Promise<boolean> => (await selectNextDueMail(db, 0)) !== undefined
