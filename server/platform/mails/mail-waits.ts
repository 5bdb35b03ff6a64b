import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { selectNextDueMail } from './mail-queries.ts'

/** Whether a mail is still to be sent, by which one hears whether the mail server takes it. */
export const mailWaits = async (db: Kysely<Tables>): Promise<boolean> => (await selectNextDueMail(db, 0)) !== undefined
