import type { Alarm } from '#domain/alerts/alarm.ts'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { isStale } from '#domain/hives/stale.ts'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { type NextStep, nextStep } from '../../features/hives/hive/next-step.ts'

/** The next step at a hive, derived from the lists. `open` are the ongoing alarms, `now` is in epoch ms. */
export function stepOf(
  controller: Controller,
  scale: Scale,
  advice: SeasonAdvice | undefined,
  open: readonly Alarm[],
  now: number,
): NextStep | undefined {
  // there is nothing to do at a hive that one only watches
  if (controller.access !== 'own' || scale.state === 'archived') return undefined
  const ofController = open.filter(({ controllerId }) => controllerId === controller.id)
  const low = ofController.some(({ type, status }) => type === 'battery' && status === 'open')
  return nextStep({
    waiting: ofController.filter(({ scaleId, verdict }) => scaleId === scale.id && verdict === null),
    silentSince: isStale(controller.lastUpdate, controller.updateInterval, now) ? controller.lastUpdate! : undefined,
    subscription: controller,
    lowBattery: low && controller.battery !== null ? controller.battery : undefined,
    advice: advice?.kind === 'old' && advice.asOf === null ? undefined : advice,
  })
}
