import type { OutboxChange } from '../platform/worker-message.ts'
import type { AlarmType } from './alarm.ts'
import type { Mute } from './notification.ts'

const PATH = /^\/api\/notification\/(un)?mute\?idcontroller=(\d+)(?:&notificationType=(\w+))?$/

/** A mute as shown. `waits`: what of it waits on this device; until that is sent, the alarm still rings or is still muted. */
export type ShownMute = Mute & { waits?: 'begin' | 'end' }

/** Applies the unsent changes of this device, in order, to the mutes that the server knows. `isAsked`: whether it waits is known in a moment. */
export function withPendingMutes(
  known: readonly Mute[],
  unsent: readonly (OutboxChange & { isSent?: boolean; isAsked?: boolean })[],
): ShownMute[] {
  let mutes: ShownMute[] = [...known]
  for (const { path, body, isSent, isAsked } of unsent) {
    const [, isEnd, of, named] = PATH.exec(path) ?? []
    if (!of) continue
    const wish = (body ?? {}) as Partial<Mute & { keepsLonger: boolean }>
    const { notificationType = named as AlarmType, enddate = null, keepsLonger } = wish
    const controllerId = Number(of)
    const isIt = (one: Mute) => one.controllerId === controllerId && one.notificationType === notificationType
    if (keepsLonger && mutes.some((one) => isIt(one) && one.waits !== 'end' && endOf(one) > endOf({ enddate })))
      continue
    mutes = mutes.filter((one) => !isIt(one))
    const waits = !isSent && !isAsked
    const before = known.find(isIt)
    if (!isEnd) mutes.push({ controllerId, notificationType, enddate, ...(waits && { waits: 'begin' }) })
    else if (waits && before) mutes.push({ ...before, waits: 'end' })
  }
  return mutes
}

const endOf = ({ enddate }: Pick<Mute, 'enddate'>): number =>
  enddate === null ? Number.POSITIVE_INFINITY : Date.parse(enddate)
