import { expect, test } from 'vitest'
import { meantUrl } from './meant-url.ts'

test.each([
  ['/api/ingest', '/api/ingest'],
  ['//api/ingest', '/api/ingest'],
  ['/api/ingest/', '/api/ingest'],
  ['/api//ingest//beep/?key=a//b&t=1?', '/api/ingest/beep?key=a//b&t=1?'],
  ['/api/ingest?key=a/', '/api/ingest?key=a/'],
  ['//api/sensors?key=a', '/api/sensors?key=a'],
  ['/api/lora_sensors/', '/api/lora_sensors'],
  ['//write?db=a', '/write?db=a'],
  ['//api/v2/write/?org=a', '/api/v2/write?org=a'],
  ['//update.json?api_key=a', '/update.json?api_key=a'],
  ['/update/', '/update'],
  ['/updates//', '/updates//'],
  ['/writers//', '/writers//'],
  ['//api/ingesting', '//api/ingesting'],
  ['//example.org/api/ingest', '//example.org/api/ingest'],
  ['/dashboard//', '/dashboard//'],
])('%s is %s', (typed, meant) => {
  expect(meantUrl(typed)).toBe(meant)
})
