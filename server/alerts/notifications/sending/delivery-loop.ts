import { setTimeout as pause } from 'node:timers/promises'
import { ChannelType } from '#domain/alerts/notification.ts'
import { defined } from '#domain/platform/defined.ts'
import type { Deps } from '../../../deps.ts'
import { type Breakers, createBreakers, type Verdict } from '../../../platform/loops/breaker.ts'
import { createDueLoop, type DueLoop } from '../../../platform/loops/due-loop.ts'
import type { Destination } from '../../../platform/loops/sharing.ts'
import {
  type DeliveryToSend,
  type DueDelivery,
  holdDeliveries,
  selectDueDeliveries,
  selectNextDue,
  selectStillDue,
} from '../sending-queries.ts'
import { matrixRoomOf } from '../service-address.ts'
import { subscriptionOf } from '../to-channel.ts'
import { type SendDeps, type SendOutcome, sendDelivery } from './send-delivery.ts'
import { type Sent, settleAndTell } from './settle-and-tell.ts'

const STOP_WITHIN_MS = 2000
const AFTER_TROUBLE_MS = 5000

export type DeliveryLoop = DueLoop
export type DeliveryLoopDeps = SendDeps & Pick<Deps, 'logger' | 'breakers' | 'wakeMails'>

/** Undefined: the delivery was withdrawn meanwhile. */
type Outcome = Sent | undefined

type Lane = { parallel: number; most: number; patienceMs?: number; inDoubtForMs?: number }

/** Each receiver may be a different host, so many requests may hang. */
const toHosts = { parallel: 16, most: 128, patienceMs: 250 }

/** Mail and SMS each have one gateway of ours. Webhooks and Matrix recognize repetitions, so any number may be in doubt there. */
const lanes: Record<ChannelType, Lane> = {
  push: { ...toHosts, inDoubtForMs: 250 },
  email: { parallel: 4, most: 4, inDoubtForMs: 1000 },
  sms: { parallel: 4, most: 4, inDoubtForMs: 1000 },
  ntfy: { ...toHosts, inDoubtForMs: 250 },
  telegram: { ...toHosts, inDoubtForMs: 250 },
  matrix: toHosts,
  webhook: toHosts,
}

const hasOwnGateway = (channel: ChannelType) => channel === 'email' || channel === 'sms'

/** Sends what is due, each kind of channel in its own lane, so that one that hangs does not hold up the others. */
export function createDeliveryLoop(deps: DeliveryLoopDeps): DeliveryLoop {
  const loops = ChannelType.options.map((channel) => createLane(deps, channel, wake))

  function wake(): void {
    for (const loop of loops) loop.wake()
  }

  return {
    wake,
    async idle() {
      // A push that finds its channel ended causes a mail, hence two rounds.
      for (let round = 0; round < 2; round++) await Promise.all(loops.map((loop) => loop.idle()))
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

function createLane(deps: DeliveryLoopDeps, channel: ChannelType, wakeAll: () => void): DueLoop {
  const { logger, breakers } = deps
  const { db } = deps.database
  const { parallel, inDoubtForMs, ...shared } = lanes[channel]
  const isOurs = hasOwnGateway(channel)
  const receivers = createBreakers({ clock: deps.clock, opensAfter: 1 })
  const loop = createDueLoop<DueDelivery, Outcome>(deps, {
    name: `deliveries by ${channel}`,
    parallel,
    stopWithinMs: STOP_WITHIN_MS,
    ...defined({ inDoubtForMs }),
    sharing: {
      ...shared,
      holdersOf: (due) => ({
        owner: due.account_id,
        ...(isOurs ? {} : { receiver: due.notification_id }),
        // all of Telegram is one host: no user slows down another
        ...(isOurs || channel === 'telegram' ? {} : { host: hostOf(channel, due) }),
      }),
      destinationsOf: (due) =>
        isOurs
          ? [{ breakers: breakers[channel], place: 'gateway', witness: Symbol('a try') }]
          : destinationsOf(breakers[channel], receivers, { ...due, host: hostOf(channel, due) }),
      isUrgent: ({ alarm_id }) => alarm_id !== null,
      verdictOf: (outcome) => verdictOf(outcome?.result),
      // for our own gateways we wait: due deliveries stay due and keep their order
      ...(isOurs ? {} : { hold: (rows, until) => holdDeliveries(db, rows.map(idOf), until) }),
    },
    selectDue: (nowMs, limit) => selectDueDeliveries(db, channel, nowMs, limit),
    selectNextDue: (afterMs) => selectNextDue(db, channel, afterMs),
    async attempt({ id }, options) {
      let delivery: DeliveryToSend | undefined
      try {
        delivery = await selectStillDue(db, id)
        if (!delivery) return undefined
        const result = await sendDelivery(deps, delivery, options)
        const { attempts } = delivery
        if (result.outcome !== 'delivered') logger.info({ delivery: id, channel, attempts, ...result }, 'not delivered')
        return { delivery, result }
      } catch (error) {
        logger.error({ err: error, delivery: id }, 'a delivery failed')
        if (delivery) return { delivery, result: { outcome: 'failed', reason: 'internal' } }
        await pause(AFTER_TROUBLE_MS, undefined, { signal: options.signal, ref: false }).catch(() => undefined)
        return undefined
      }
    },
    async settle(_, sent) {
      if (!sent) return
      await settleAndTell(deps, sent)
      if (sent.result.outcome === 'gone' || sent.result.outcome === 'refused') wakeAll()
    },
  })
  breakers[channel].onChange(loop.wake)
  return loop
}

const idOf = ({ id }: DueDelivery) => id

/** An unreadable address counts as a host of its own; sending will report what is wrong with it. */
function hostOf(channel: ChannelType, { address, notification_id }: DueDelivery): string {
  if (channel === 'telegram') return channel
  try {
    if (channel === 'matrix') return new URL(matrixRoomOf(address).server).origin
    return new URL(channel === 'push' ? subscriptionOf(address).endpoint : address).origin
  } catch {
    return `channel ${notification_id}`
  }
}

/**
 * A receiver that does not answer is paused by itself. One account's receiver says nothing about a host
 * that others share, and a receiver already known to be silent says nothing new about either.
 */
function destinationsOf(hosts: Breakers, receivers: Breakers, due: DueDelivery & { host: string }): Destination[] {
  const { account_id: account, notification_id: receiver, host } = due
  const place = String(receiver)
  const isKnown = receivers.isKnown(place)
  return [
    { breakers: receivers, place, witness: receiver },
    { breakers: hosts, place: host, witness: isKnown ? undefined : account },
    { breakers: hosts, place: `${host} of ${account}`, witness: isKnown ? undefined : receiver },
  ]
}

function verdictOf(result: SendOutcome | undefined): Verdict {
  if (!result || result.outcome === 'dropped' || result.outcome === 'held') return 'unknown'
  if (result.outcome === 'failed')
    return result.isSilent ? 'silent' : result.reason === 'internal' ? 'unknown' : 'answered'
  return 'answered'
}
