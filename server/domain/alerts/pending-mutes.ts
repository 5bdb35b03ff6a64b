import type { OutboxChange } from '../platform/worker-message.ts'
import type { AlarmType } from './alarm.ts'
import type { Mute } from './notification.ts'

const PATH = /^\/api\/notification\/(un)?mute\?idcontroller=(\d+)(?:&notificationType=(\w+))?$/

/** The mutes that the server knows with what was changed on this device on top, in the order in which it was done. */
export function withPendingMutes<Known extends Mute>(
  known: readonly Known[],
  unsent: readonly OutboxChange[],
): (Known | Mute)[] {
  let mutes: (Known | Mute)[] = [...known]
  for (const { path, body } of unsent) {
    const [, isEnd, of, named] = PATH.exec(path) ?? []
    if (!of) continue
    const { notificationType = named as AlarmType, enddate = null } = (body ?? {}) as Partial<Mute>
    const controllerId = Number(of)
    mutes = mutes.filter((one) => one.controllerId !== controllerId || one.notificationType !== notificationType)
    if (!isEnd) mutes.push({ controllerId, notificationType, enddate })
  }
  return mutes
}
