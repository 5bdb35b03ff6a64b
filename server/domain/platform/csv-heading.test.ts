import { describe, expect, it } from 'vitest'
import { namesIn, temperatureUnitIn, weightUnitIn, zoneIn } from './csv-heading.ts'

describe('a heading', () => {
  it.each([
    ['Weight (lbs)', 'lb'],
    ['weight_kg', 'kg'],
    ['Gewicht [g]', 'g'],
    ['Poids KG', 'kg'],
    ['G', undefined],
    ['Gewicht', undefined],
  ])('%j: weights in %s', (heading, unit) => {
    expect(weightUnitIn(heading)).toBe(unit)
  })

  it.each([
    ['Temp, °F (LGR S/N: 10384870)', 'F'],
    ['temp_f', 'F'],
    ['Temperature (C)', 'C'],
    ['Temperatur ºC', 'C'],
    ['Temp. Fluglochseite', undefined],
    ['Temperature', undefined],
  ])('%j: temperatures in %s', (heading, unit) => {
    expect(temperatureUnitIn(heading)).toBe(unit)
  })

  it.each([
    ['Zeit (Europe/Zurich)', 'Europe/Zurich'],
    ['Time (America/Argentina/Buenos_Aires)', 'America/Argentina/Buenos_Aires'],
    ['Date Time, GMT+02:00', 'Etc/GMT-2'],
    ['Date Time, GMT-07:00', 'Etc/GMT+7'],
    ['Time (UTC−3)', 'Etc/GMT+3'],
    ['Hora (UTC)', 'UTC'],
    ['Date Time, GMT+05:30', undefined],
    ['Datum', undefined],
  ])('%j: times of %s', (heading, zone) => {
    expect(zoneIn(heading)).toBe(zone)
  })
})

it('the names of columns are the fullest row above the readings', () => {
  const head = [['Plot Title: Hive'], ['#', 'Time', 'Temp'], ['', '', '°C']]
  expect(namesIn(head)).toEqual(['#', 'Time', 'Temp'])
  expect(
    namesIn([
      ['#datatype', 'double', 'long'],
      ['', 'Time', 'Temp'],
    ]),
  ).toEqual(['', 'Time', 'Temp'])
  expect(namesIn([])).toEqual([])
})
