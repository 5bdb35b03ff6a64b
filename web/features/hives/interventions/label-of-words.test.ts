import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { labelOfWords, type TellingWords } from './label-of-words.ts'

const prefix = 'intervention-screen.telling.'
function tellingOf(language: string): TellingWords {
  const texts = JSON.parse(readFileSync(`locales/${language}/intervention-screen.json`, 'utf8')) as Record<
    string,
    string
  >
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, text]) => [key.slice(prefix.length), text]),
  )
}

describe('a note in free words', () => {
  test.each([
    ['en', 'Fed 5 kg', 'feeding'],
    ['en', 'queen seen, fed 1 l', 'queen'],
    ['en', 'varroa: oxalic acid', 'treatment'],
    ['en', 'harvested 12 kg of honey', 'harvest'],
    ['en', 'looked in, all well', 'inspection'],
    ['en', 'painted the roof', 'other'],
    ['en', '5 kg', 'other'],
    ['en', '', 'other'],
    ['de', '5 kg gefüttert', 'feeding'],
    ['de', 'Königin gezeichnet', 'queen'],
    ['de', 'Honigraum aufgesetzt', 'super_added'],
    ['de', 'Schwarm gefangen', 'swarm_caught'],
    ['fr', 'nourri 5 kg', 'feeding'],
    ['fr', 'récolte de 12 kg', 'harvest'],
    ['es', 'alimentada con 5 kg', 'feeding'],
    ['es', 'tratamiento con oxálico', 'treatment'],
  ])('%s: %s is %s', (language, note, label) => {
    expect(labelOfWords(note, tellingOf(language))).toBe(label)
  })
})
