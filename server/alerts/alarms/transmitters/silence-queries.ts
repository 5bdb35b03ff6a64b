import type { ExpressionBuilder } from 'kysely'
import { ABOUT_SCALES } from '#domain/alerts/stopped-scales.ts'
import type { Tables } from '../../../store/tables.ts'

export const isAboutScales = (why: string): boolean => why.includes(ABOUT_SCALES)

/** Matches the silence alarms about transmitters themselves: they, or several of their scales, are what an alarm without a scale is about. */
export const isOfTransmitter = (alarm: ExpressionBuilder<Tables, 'alarm'>) =>
  alarm.and([alarm('alarm.scale_id', 'is', null), alarm('alarm.why', 'not like', `%${ABOUT_SCALES}%`)])

/** When an ended subscription of a transmitter was last renewed, in epoch ms: before that, nothing could be received. */
export const collectingSince = (eb: ExpressionBuilder<Tables, 'controller'>) =>
  eb
    .selectFrom('order_key_redemption as redemption')
    .select((of) => of.fn.max('redemption.redeemed_at').as('at'))
    .whereRef('redemption.controller_id', '=', 'controller.id')
    .whereRef('redemption.end_before', '<=', 'redemption.redeemed_at')
    .as('collectingSince')
