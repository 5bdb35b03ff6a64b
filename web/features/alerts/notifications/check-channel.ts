import { AlarmType } from '#domain/alerts/alarm.ts'
import { isHint } from '#domain/alerts/alarm-types.ts'
import type { NotificationEdit } from '#domain/alerts/notification.ts'

/** What of the form is to be put right. */
export type ChannelFault = 'alarmTypes' | 'controllers' | 'quiet'

const typesOf = (values: FormData, name: string): AlarmType[] =>
  AlarmType.options.filter((type) => values.getAll(name).includes(type))

/** The edit that a filled-in form asks for, of a channel with what `ringsAlways` there so far; quiet hours are meant in the time zone of this device. */
export function checkChannel(
  values: FormData,
  which: 'all' | 'some',
  timeZone: string,
  ringsAlways: readonly AlarmType[] = [],
): { edit: NotificationEdit } | { fault: ChannelFault } {
  const alarmTypes = which === 'some' ? typesOf(values, 'alarmTypes') : null
  if (alarmTypes?.length === 0) return { fault: 'alarmTypes' }
  const everyOwn = values.has('everyOwn')
  const controllerIds = values.getAll('controllerIds').map(Number)
  if (!everyOwn && controllerIds.length === 0) return { fault: 'controllers' }
  const edit = { name: String(values.get('name') ?? '').trim(), alarmTypes, everyOwn, controllerIds }
  const hints = typesOf(values, 'ringingHints')
  if (!values.has('quiet')) {
    const isSame = hints.join() === ringsAlways.filter(isHint).join()
    const rings = isSame ? {} : { ringsAlways: [...ringsAlways.filter((type) => !isHint(type)), ...hints] }
    return { edit: { ...edit, quietFrom: null, quietTo: null, ...rings } }
  }
  const [quietFrom, quietTo] = [String(values.get('quietFrom')), String(values.get('quietTo'))]
  if (!quietFrom || !quietTo || quietFrom === quietTo) return { fault: 'quiet' }
  return { edit: { ...edit, quietFrom, quietTo, timeZone, ringsAlways: [...typesOf(values, 'ringsAlways'), ...hints] } }
}
