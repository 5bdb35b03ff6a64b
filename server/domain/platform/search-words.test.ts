import { describe, expect, it } from 'vitest'
import { matchesSearch, searchSpellings } from './search-words.ts'

describe('what is found', () => {
  it.each([
    ['muller', 'Müller'],
    ['mueller', 'Müller'],
    ['müller', 'Mueller'],
    ['MULLER', 'Mu\u0308ller'],
    ['emile', 'Émile'],
    ['Émile', 'EMILE'],
    ['strasse', 'Dorfstraße'],
    ['grossmueller baer', 'Bär Großmüller'],
    ['lukasz', 'Łukasz'],
    ['soeur', 'Sœur'],
    ['oystein', 'Øystein'],
    ['8000 zürich', '8000 Zürich'],
    ['Manuel', 'Manuel'],
    ['иван', 'Иван'],
    ['  ', 'all'],
    ['\u0308', 'all'],
  ])('by «%s»: %s', (q, text) => {
    expect(matchesSearch(text, q)).toBe(true)
  })

  it('is no other name', () => {
    expect(matchesSearch('Müller', 'muller anna')).toBe(false)
    expect(matchesSearch('Mueller', 'moller')).toBe(false)
  })

  it('has a bound, however many umlauts and words are typed', () => {
    const spellings = searchSpellings('ä'.repeat(100).concat(' ä'.repeat(100)))
    expect(spellings).toHaveLength(6)
    expect(spellings[0]).toHaveLength(8)
  })
})
