import { expect, test } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import de from '../../../../locales/de/ingest.json' with { type: 'json' }
import en from '../../../../locales/en/ingest.json' with { type: 'json' }
import es from '../../../../locales/es/ingest.json' with { type: 'json' }
import fr from '../../../../locales/fr/ingest.json' with { type: 'json' }
import { unnamedScales } from './unnamed-scales.ts'

const scale = { name: 'Scale 3', channel: 3, visible: true, state: 'active' as const }

test('a scale with its default name is recognized in every language', () => {
  const names = Object.values({ de, en, es, fr }).map((texts) => texts['ingest.scale_name'].replace('{channel}', '3'))
  expect(names).toHaveLength(locales.length)
  expect(unnamedScales(names.map((name) => ({ ...scale, name })))).toHaveLength(locales.length)
})

test.each([
  { name: 'Linde' },
  { name: 'Scale 4' },
  { name: 'Scale 3 ' },
  { name: 'My Scale 3' },
  { visible: false },
  { state: 'archived' as const },
  { state: 'deactivated' as const },
])('%j asks for no name', (changes) => {
  expect(unnamedScales([{ ...scale, ...changes }])).toEqual([])
})
