import * as v from 'valibot'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import type { SeasonKind } from '#domain/alerts/notification.ts'
import { storedJson } from '../../platform/db/stored-json.ts'

const Names = v.array(v.string())

/** The alarms that were chosen for a channel; null means all, as it does if the choice is damaged: better one alarm too many than none. */
export const chosenTypes = (alarmTypes: string | null) => storedJson(Names, alarmTypes, null) as AlarmType[] | null

/** The alarms that always ring on a channel; none if the choice is damaged. */
export const typesRinging = (ringsAlways: string) => storedJson(Names, ringsAlways, []) as AlarmType[]

/** The news of the season that were chosen for a channel; null means the default of its type, as it does if the choice is damaged. */
export const chosenKinds = (seasonKinds: string | null) => storedJson(Names, seasonKinds, null) as SeasonKind[] | null
