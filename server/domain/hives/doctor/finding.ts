import * as v from 'valibot'

/** Everything that can be wrong with a transmitter; each has a text `device-doctor.<finding>` with the reason and what to do next. */
export const findingCodes = [
  'neverSent',
  'subscriptionEnded',
  'batteryEmpty',
  'batteryFalling',
  'batteryPercent',
  'signalWeak',
  'signalFell',
  'channelOff',
  'sensorSilent',
  'valueMissing',
  'sensorNeverSent',
  'unusableReadings',
  'notCalibrated',
  'readingsDamaged',
  'clockAhead',
  'clockBehind',
  'clockLost',
  'timeUnreadable',
  'channelUnknown',
  'numberQuoted',
  'payloadUndecoded',
  'downlinkKeyMissing',
  'downlinkNotFound',
  'downlinkRefused',
  'downlinkUnanswered',
  'sensorUnplugged',
  'sensorPowerOn',
  'valueImpossible',
  'sendsTooMuch',
  'keyWrong',
  'keyWrongNear',
  'keyReplaced',
  'keyMissing',
  'numbersWrong',
  'nothingUnderstood',
  'requestRefused',
  'namesUnknown',
  'mappedMissing',
  'transmitterSilent',
  'transmitterUnsteady',
] as const
export const FindingCode = v.picklist(findingCodes)
export type FindingCode = v.InferOutput<typeof FindingCode>

/** One explanation: its confidence (0 to 1), the figures behind it, and the curve of the last 14 days that shows it. */
export const Finding = v.object({
  code: FindingCode,
  confidence: v.number(),
  values: v.record(v.string(), v.union([v.number(), v.string()])),
  scaleId: v.nullable(v.number()),
  curve: v.nullable(v.picklist(['battery', 'signal', 'weight'])),
})
export type Finding = v.InferOutput<typeof Finding>
