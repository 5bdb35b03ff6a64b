import { expect, test } from 'vitest'
import { weatherDays, weatherOfMonth } from './weather-days.ts'

const days = weatherDays({
  time: [Date.UTC(2026, 4, 30) / 1000, Date.UTC(2026, 4, 31) / 1000, Date.UTC(2026, 5, 1) / 1000],
  // 0.5 mm/h over 24 hours are 12 mm
  fields: { temperature: [14, null, 20], precipitation: [0.5, 0.25, null] },
})

test('a day has its mean temperature and all its rain', () => {
  expect(days.get('2026-05-30')).toEqual({ temperature: 14, rainMm: 12 })
  expect(days.get('2026-05-31')).toEqual({ temperature: null, rainMm: 6 })
})

test('a month has the mean and the rain of its known days', () => {
  expect(weatherOfMonth(days, '2026-05')).toEqual({ temperature: 14, rainMm: 18 })
  expect(weatherOfMonth(days, '2026-06')).toEqual({ temperature: 20, rainMm: null })
  expect(weatherOfMonth(days, '2026-07')).toEqual({ temperature: null, rainMm: null })
})
