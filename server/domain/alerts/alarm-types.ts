// kept apart from the schemas, because every first visit needs these

/** The alarms that are found in a scale's own weights. */
export const weightAlarms = ['swarm', 'disturbance', 'activity'] as const
export type WeightAlarm = (typeof weightAlarms)[number]
/** Hints from comparing a hive's days with its neighbors. They are reported silently, unless somebody has them ring. */
export const hintAlarms = ['stores', 'winter', 'queen'] as const
export type HintAlarm = (typeof hintAlarms)[number]
export const isHint = (type: string | null): type is HintAlarm => hintAlarms.some((hint) => hint === type)
/** Alarms about the transmitter itself: they are facts rather than guesses, and only need to be noted. */
export const reminderAlarms = ['silence', 'battery', 'subscription'] as const
export const isReminder = (type: string): boolean => reminderAlarms.some((reminder) => reminder === type)
/** All types of alarms, including those of users' own rules. */
export const alarmTypes = [...weightAlarms, ...hintAlarms, ...reminderAlarms, 'rule'] as const

/** Below this confidence an alarm is only marked and reported silently; from here on it rings. */
export const RINGING_CONFIDENCE_PERCENT = 50
