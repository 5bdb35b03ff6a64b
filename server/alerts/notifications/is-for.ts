import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** Alarms that an account may see at transmitters it sees: those of all, and those of its own rules. */
export const isFor = (accountId: number) => (where: ExpressionBuilder<Tables, 'alarm'>) =>
  where.or([where('alarm.account_id', 'is', null), where('alarm.account_id', '=', accountId)])
