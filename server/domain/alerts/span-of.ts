export type SpanUnit = 'minute' | 'hour' | 'day'

/** Converts minutes to the largest unit in which they are a whole number, as people say it. */
export function spanOf(minutes: number): { span: number; spanUnit: SpanUnit } {
  if (minutes > 0 && minutes % 1440 === 0) return { span: minutes / 1440, spanUnit: 'day' }
  if (minutes > 0 && minutes % 60 === 0) return { span: minutes / 60, spanUnit: 'hour' }
  return { span: minutes, spanUnit: 'minute' }
}
