import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** Matches the alarms an account may see at transmitters it has access to: those for everyone, and those of its own rules. */
export const isFor = (accountId: number) => (where: ExpressionBuilder<Tables, 'alarm'>) =>
  where.or([where('alarm.account_id', 'is', null), where('alarm.account_id', '=', accountId)])
