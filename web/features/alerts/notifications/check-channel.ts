import { AlarmType } from '#domain/alerts/alarm.ts'
import { isHint } from '#domain/alerts/alarm-types.ts'
import type { NotificationChannel, NotificationEdit } from '#domain/alerts/notification.ts'

/** What has to be corrected in the form. */
export type ChannelFault = 'alarmTypes' | 'controllers' | 'quiet'

const typesOf = (values: FormData, name: string): AlarmType[] =>
  AlarmType.options.filter((type) => values.getAll(name).includes(type))

type Before = Partial<
  Pick<NotificationChannel, 'everyOwn' | 'controllerIds' | 'ringsAlways' | 'quietFrom' | 'quietTo' | 'timeZone'>
>

/** Returns the edit described by the form, for a channel that was `before`, or the fault. New quiet hours are in `here`, this device's time zone. */
export function checkChannel(
  values: FormData,
  which: 'all' | 'some',
  here: string,
  before: Before = {},
): { edit: NotificationEdit } | { fault: ChannelFault } {
  const { ringsAlways = [] } = before
  const alarmTypes = which === 'some' ? typesOf(values, 'alarmTypes') : null
  if (alarmTypes?.length === 0) return { fault: 'alarmTypes' }
  const everyOwn = values.has('everyOwn')
  const controllerIds = values.getAll('controllerIds').map(Number)
  const rangForNone = before.everyOwn === false && before.controllerIds?.length === 0
  const ringsForNone = !everyOwn && controllerIds.length === 0
  if (ringsForNone && !rangForNone) return { fault: 'controllers' }
  const name = String(values.get('name') ?? '').trim()
  const edit = { name, alarmTypes, ...(!ringsForNone && { everyOwn, controllerIds }) }
  const hints = typesOf(values, 'ringingHints')
  if (!values.has('quiet')) {
    const isSame = hints.join() === ringsAlways.filter(isHint).join()
    const rings = isSame ? {} : { ringsAlways: [...ringsAlways.filter((type) => !isHint(type)), ...hints] }
    return { edit: { ...edit, quietFrom: null, quietTo: null, ...rings } }
  }
  const [quietFrom, quietTo] = [String(values.get('quietFrom')), String(values.get('quietTo'))]
  if (!quietFrom || !quietTo || quietFrom === quietTo) return { fault: 'quiet' }
  const isAsBefore = quietFrom === before.quietFrom && quietTo === before.quietTo
  const quiet = { quietFrom, quietTo, timeZone: (isAsBefore && before.timeZone) || here }
  return { edit: { ...edit, ...quiet, ringsAlways: [...typesOf(values, 'ringsAlways'), ...hints] } }
}
