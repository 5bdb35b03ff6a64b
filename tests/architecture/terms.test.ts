import { expect, test } from 'vitest'
import { locales } from '#domain/platform/locale.ts'
import { projectFiles, read } from './source-files.ts'
import { forbidden, terms } from './terms.ts'

const textsOf = (locale: string) =>
  projectFiles('.json')
    .filter((file) => file.startsWith(`locales/${locale}/`))
    .flatMap((file) => Object.entries(JSON.parse(read(file)) as Record<string, string>))

test.each(locales)('no text in %s uses a word that was replaced', (locale) => {
  const faults = textsOf(locale).flatMap(([key, text]) =>
    forbidden[locale]
      .filter(({ pattern }) => pattern.test(text))
      .map(({ pattern, instead }) => `${key}: “${pattern.exec(text)?.[0]}”, write ${instead}`),
  )
  expect(faults, 'docs/terms.md has the word for each thing').toEqual([])
})

test.each(locales)('each term is used in a text in %s, so that the table describes what is written', (locale) => {
  const all = textsOf(locale)
    .map(([, text]) => text.toLowerCase())
    .join('\n')
  const stem = (term: string) =>
    term
      .toLowerCase()
      .replace(/^se /, '')
      .replace(/(en|er|ar)$/, '')
  expect(terms.map((term) => term[locale]).filter((term) => !all.includes(stem(term)))).toEqual([])
})

test('docs/terms.md shows the table', () => {
  const page = read('docs/terms.md')
  const rows = terms.map((term) => `| ${Object.values(term).join(' | ')} |`)
  expect(
    rows.filter((row) => !page.includes(row)),
    'add these rows',
  ).toEqual([])
  expect(page.split('\n').filter((line) => /^\| (?!-|Thing)/.test(line)).length).toBe(rows.length)
})
