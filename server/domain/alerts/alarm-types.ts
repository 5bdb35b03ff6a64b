// apart from the schemas: each first visit needs these

/** What an alarm can be about that is found in a scale's own weights. */
export const weightAlarms = ['swarm', 'disturbance', 'activity'] as const
export type WeightAlarm = (typeof weightAlarms)[number]
/** Hints from the days of a hive among its neighbours. They are told without a sound, unless somebody has them ring. */
export const hintAlarms = ['stores', 'winter', 'queen'] as const
export type HintAlarm = (typeof hintAlarms)[number]
export const isHint = (type: string | null): type is HintAlarm => hintAlarms.some((hint) => hint === type)
/** Of the transmitter itself: no guess that could be wrong, there is only to take note of it. */
export const reminderAlarms = ['silence', 'battery', 'subscription'] as const
export const isReminder = (type: string): boolean => reminderAlarms.some((reminder) => reminder === type)
/** All that an alarm can be about: beside these what somebody made a rule of their own of. */
export const alarmTypes = [...weightAlarms, ...hintAlarms, ...reminderAlarms, 'rule'] as const

/** Below this an alarm is kept as a mark and told quietly; from here on it rings. */
export const RINGING_CONFIDENCE_PERCENT = 50
