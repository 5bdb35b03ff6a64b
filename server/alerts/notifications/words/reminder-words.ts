import { lastDayOf } from '#domain/alerts/follow-ups.ts'
import type { FollowUpKind } from '#domain/alerts/swarm-course.ts'
import { intlOf, translate } from '../../../platform/runtime/translate.ts'
import type { DeliveryToSend } from '../sending-queries.ts'

/** What the user is reminded of, and until when it is worth doing (epoch ms). */
export type ReminderOf = { kind: FollowUpKind; until: number }

export const remindersIn = (text: string | null): ReminderOf[] => (text === null ? [] : JSON.parse(text))

/** What is to be done after a swarm, one sentence each: where (unless it is the hive the swarm left), what, and until when. */
export const remindersOf = (delivery: DeliveryToSend): string[] =>
  remindersIn(delivery.follow_ups).map(({ kind, until }) => {
    const isOfSwarm = kind === 'varroaSwarm' || kind === 'swarmLaying'
    const hive = isOfSwarm ? delivery.hive_scale_name || delivery.hive_name : null
    const timeZone = delivery.time_zone
    const day = intlOf(delivery).formatDate(lastDayOf(until), { day: 'numeric', month: 'long', timeZone })
    const step = translate(delivery, `course.step.${kind}`)
    const told = translate(delivery, 'course.reminder', { step, day })
    return hive ? `${hive}: ${told}` : told
  })
