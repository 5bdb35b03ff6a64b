import { expect, test } from 'vitest'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { locales } from '#domain/platform/locale.ts'
import { buildWeekMail, type WeekOfPlace, weekWords } from './week-words.ts'

const site = {
  origin: 'https://hives.example.org',
  name: 'HiveWatch',
  unsubscribe: 'https://hives.example.org/stop?a=1&b=2',
}
const few = (scaleId: number): SeasonAdvice => ({
  scaleId,
  controllerId: 1,
  asOf: '2026-05-11',
  kind: 'few',
  urgency: 'unknown',
  days: 3,
  needed: 7,
})
const feed = (scaleId: number): SeasonAdvice => ({
  ...{
    scaleId,
    controllerId: 1,
    asOf: '2026-05-11',
    kind: 'feed',
    urgency: 'now',
    storesKg: 1.2,
    perDayKg: 0.1,
    shortest: 3,
    longest: 9,
  },
  until: '2026-05-14',
})

const place = (name: string, hives: number, adviceOf: (id: number) => SeasonAdvice): WeekOfPlace => ({
  place: name,
  hives: Array.from({ length: hives }, (_, id) => ({ name: `Volk ${id}`, advice: adviceOf(id), weekKg: -0.04 })),
})

test.each(locales)('with many places in %s those needing attention come first, the others are counted', (language) => {
  const many = Array.from({ length: 60 }, (_, n) => place(`Stand ${n}`, 60, few))
  const { text, html, subject } = buildWeekMail(
    { language, country: 'ch' },
    [...many, place('Waldrand', 2, feed)],
    site,
  )
  expect(text.indexOf('Waldrand')).toBeLessThan(text.indexOf('Stand 0'))
  expect(text).not.toContain('Stand 19\n')
  // mail programs cut off anything over 102 kB
  expect(html.length).toBeLessThan(102_000)
  expect(subject).toMatch(/2/)
  expect(text).toContain(`: ${site.unsubscribe}`)
  expect(html).toContain('href="https://hives.example.org/stop?a=1&amp;b=2"')
  expect(text).not.toMatch(/[{}]|undefined|null|NaN|[-+]0[.,]0/)
})

test.each([
  ['de', 'Waldrand: '],
  ['fr', 'Waldrand\u00a0: '],
] as const)('in %s, lines name their place as the language writes it', (language, begin) => {
  const { lines } = weekWords({ language, country: 'ch' }, [place('Waldrand', 1, feed)])
  expect(lines.map((line) => line.slice(0, begin.length))).toEqual([begin])
})

test('without a server address there is no link and no button', () => {
  const { text, html } = buildWeekMail({ language: 'en', country: 'ch' }, [place('Waldrand', 1, few)], {
    ...{ origin: undefined, name: 'HiveWatch', unsubscribe: undefined },
  })
  expect(text + html).not.toContain('http')
  expect(text).toContain('Change or stop them in the settings')
})

test('names are escaped as text, whatever they contain', () => {
  const odd = '<script>alert(1)</script>\r\nBcc: eve@example.org'
  const { html, subject } = buildWeekMail({ language: 'de', country: 'ch' }, [place(odd, 1, feed)], site)
  expect(html).not.toContain('<script>')
  expect(subject).not.toContain('\n')
})

test('says if nothing is to be done, and the subject counts none', () => {
  const words = weekWords({ language: 'en', country: 'ch' }, [place('Waldrand', 3, few)])
  expect(words).toEqual({ title: 'Your bees this week', lines: ['Nothing needs to be done.'] })
})

test('hives that send nothing are not said to need nothing', () => {
  const old = (scaleId: number): SeasonAdvice => ({
    ...{ scaleId, controllerId: 1, asOf: '2026-05-01', kind: 'old', urgency: 'unknown' },
  })
  const places = [place('Waldrand', 2, old), place('Obstgarten', 1, few)]
  const said = '2 hives have sent no weight for days. Check the transmitter first.'
  const reader = { language: 'en', country: 'ch' } as const
  expect(weekWords(reader, places)).toEqual({ title: 'Your bees this week', lines: [`Waldrand: ${said}`] })
  const { text } = buildWeekMail(reader, places, site)
  expect(text).toContain(`Waldrand\n${said}\n`)
  expect(text).toContain('Obstgarten\nNothing needs to be done.\n')
})
