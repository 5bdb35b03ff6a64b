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
  ) as TellingWords
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
    ['en', 'Honey super added', 'super_added'],
    ['en', 'two supers', 'super_added'],
    ['en', 'Super removed', 'super_removed'],
    ['en', 'took off a super', 'super_removed'],
    ['en', 'Put a super on, removed the mouse guard', 'super_added'],
    ['en', 'Honey supers harvested', 'harvest'],
    ['en', '12 kg honey', 'harvest'],
    ['en', 'Removed the mouse guard', 'other'],
    ['en', 'Added two frames of brood', 'queen'],
    ['en', 'Took a look', 'inspection'],
    ['de', 'Honigraum abgenommen', 'super_removed'],
    ['de', 'Honigräume geschleudert', 'harvest'],
    ['de', 'Honigraum', 'super_added'],
    ['de', '12 kg Honig', 'harvest'],
    ['de', 'Drohnenbrut entfernt', 'other'],
    ['de', 'Zwei Zargen aufgesetzt', 'super_added'],
    ['fr', 'hausse retirée', 'super_removed'],
    ['fr', 'hausse posée', 'super_added'],
    ['es', 'alza quitada', 'super_removed'],
    ['es', 'alza de miel puesta', 'super_added'],
  ])('%s: %s is %s', (language, note, label) => {
    expect(labelOfWords(note, tellingOf(language))).toBe(label)
  })
})
