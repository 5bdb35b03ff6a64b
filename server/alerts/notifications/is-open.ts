import type { ExpressionBuilder } from 'kysely'
import { RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import type { Tables } from '../../store/tables.ts'

const OPEN_FOR_SECONDS = 30 * 86_400
const CONFIRMED_OPEN_FOR_SECONDS = 2 * 86_400

/** Matches alarms that need attention: sure enough to ring, not judged yet, and either ongoing or confirmed in the last two days. */
export const isOpen = (nowSeconds: number) => (where: ExpressionBuilder<Tables, 'alarm'>) =>
  where.and([
    where('alarm.verdict', 'is', null),
    where('alarm.confidence_percent', '>=', RINGING_CONFIDENCE_PERCENT),
    where.or([
      where.and([
        where('alarm.status', 'in', ['provisional', 'open']),
        where('alarm.detected_at', '>', nowSeconds - OPEN_FOR_SECONDS),
      ]),
      where.and([
        where('alarm.status', '=', 'confirmed'),
        where('alarm.detected_at', '>', nowSeconds - CONFIRMED_OPEN_FOR_SECONDS),
      ]),
    ]),
  ])
