import type { OutboxChange } from '../platform/worker-message.ts'
import type { AlarmType } from './alarm.ts'
import type { Mute } from './notification.ts'

const PATH = /^\/api\/notification\/(un)?mute\?idcontroller=(\d+)(?:&notificationType=(\w+))?$/

/** Applies the unsent changes of this device, in order, to the mutes that the server knows. */
export function withPendingMutes<Known extends Mute>(
  known: readonly Known[],
  unsent: readonly OutboxChange[],
): (Known | Mute)[] {
  let mutes: (Known | Mute)[] = [...known]
  for (const { path, body } of unsent) {
    const [, isEnd, of, named] = PATH.exec(path) ?? []
    if (!of) continue
    const wish = (body ?? {}) as Partial<Mute & { keepsLonger: boolean }>
    const { notificationType = named as AlarmType, enddate = null, keepsLonger } = wish
    const controllerId = Number(of)
    const isIt = (one: Mute) => one.controllerId === controllerId && one.notificationType === notificationType
    if (keepsLonger && mutes.some((one) => isIt(one) && endOf(one) > endOf({ enddate }))) continue
    mutes = mutes.filter((one) => !isIt(one))
    if (!isEnd) mutes.push({ controllerId, notificationType, enddate })
  }
  return mutes
}

const endOf = ({ enddate }: Pick<Mute, 'enddate'>): number =>
  enddate === null ? Number.POSITIVE_INFINITY : Date.parse(enddate)
