import { expect, test } from 'vitest'
import type { Weather } from '#domain/insight/weather.ts'
import { weatherOf } from './weather-queries.ts'

const span = { from: Date.UTC(2026, 4, 10) / 1000, to: Date.UTC(2026, 4, 12) / 1000 }
const weather = (controllerId: number) => ({ controllerId }) as Partial<Weather> as Weather

test('while loading, only weather of the same transmitter is shown as a placeholder', () => {
  const { placeholderData } = weatherOf(2, span, ['temperature'], span.to * 1000)
  const standIn = placeholderData as (before: Weather | undefined) => Weather | undefined
  expect(standIn(weather(2))).toEqual(weather(2))
  expect(standIn(weather(1))).toBeUndefined()
})
