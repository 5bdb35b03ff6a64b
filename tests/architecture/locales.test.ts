import { existsSync } from 'node:fs'
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { createIntl } from '@formatjs/intl'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '#domain/platform/error-code.ts'
import { locales } from '#domain/platform/locale.ts'
import { namedFormats } from '../../web/i18n/create-intl.ts'
import { projectFiles, read } from './source-files.ts'

const nouns = projectFiles('.json')
  .filter((file) => file.startsWith('locales/en/'))
  .map((file) => file.slice('locales/en/'.length, -'.json'.length))
const catalogues = new Map<string, Record<string, string>>()
function catalogue(locale: string, noun: string): Record<string, string> {
  const file = `locales/${locale}/${noun}.json`
  const texts: Record<string, string> = catalogues.get(file) ?? JSON.parse(read(file))
  catalogues.set(file, texts)
  return texts
}

/**
 * Patterns for keys that code assembles: their fixed parts, with the rest open. The open part is a value of a type, so a missing text does not compile, unless
 * the value comes from the server as text.
 */
const puttedTogether = (code: string): RegExp[] =>
  [...code.matchAll(/[`]([a-z][\w-]*\.[^`\s]*\$\{[^`]*)[`]/g)].map(
    ([, template]) =>
      new RegExp(
        `^${template!
          .split(/\$\{[^}]*\}/)
          .map((fixed) => fixed.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
          .join('[\\w-]+')}$`,
      ),
  )

// use the library's own parser: in the app's build, the parser's entry is replaced by an empty one
const { getMessageFormat } = createIntl({ locale: 'en', messages: {} as never }).formatters
const parsed = new Map<string, MessageFormatElement[]>()
function parse(text: string): MessageFormatElement[] {
  const known = parsed.get(text) ?? getMessageFormat(text, 'en').getAst()
  parsed.set(text, known)
  return known
}

type Argument = string

/** Every argument of a message with its kind, including those inside tags and inside the choices of a plural or select. */
function argumentsOf(elements: MessageFormatElement[], found = new Set<Argument>()): Set<Argument> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    found.add(`${TYPE[element.type]} ${element.value}`)
    if (element.type === TYPE.tag) argumentsOf(element.children, found)
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const { value } of Object.values(element.options)) argumentsOf(value, found)
    }
  }
  return found
}

/** The named formats a text uses, such as `percent`: `number percent`. */
function namedStyles(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return namedStyles(element.children)
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return Object.values(element.options).flatMap(({ value }) => namedStyles(value))
    if (!('style' in element) || typeof element.style !== 'string') return []
    return [`${TYPE[element.type]} ${element.style}`]
  })
}

test('numbers and dates use named formats that the app knows', () => {
  const known = Object.entries(namedFormats).flatMap(([kind, styles]) =>
    Object.keys(styles).map((style) => `${kind} ${style}`),
  )
  const named = locales.flatMap((locale) =>
    nouns.flatMap((noun) => Object.values(catalogue(locale, noun)).flatMap((text) => namedStyles(parse(text)))),
  )
  expect([...new Set(named)].sort(), 'name it in `namedFormats` of web/i18n/create-intl.ts').toEqual(known.sort())
})

test('no text names a variant except through a placeholder', () => {
  const faults = locales.flatMap((locale) =>
    nouns.flatMap((noun) =>
      Object.entries(catalogue(locale, noun)).filter(([, text]) => /hive\s?watch|biovet/i.test(text)),
    ),
  )
  expect(faults, 'write {name}, and give it the name of the variant that the reader uses').toEqual([])
})

describe.each(nouns)('%s', (noun) => {
  const english = catalogue('en', noun)

  test.each(locales)('is complete in %s', (locale) => {
    expect(existsSync(`locales/${locale}/${noun}.json`), `write locales/${locale}/${noun}.json`).toBe(true)
    expect(Object.keys(catalogue(locale, noun)).sort()).toEqual(Object.keys(english).sort())
  })

  test.each(locales)('has texts in %s that can be parsed, with the same arguments', (locale) => {
    const sorted = (words: string) => [...argumentsOf(parse(words))].sort().join(', ')
    const texts = Object.entries(catalogue(locale, noun))
    const untidy = texts.filter(([, text]) => text === '' || text.trim() !== text).map(([key]) => key)
    expect(untidy, 'write something, without spaces around it').toEqual([])
    const inText = texts.map(([key, text]) => [key, sorted(text)])
    expect(inText).toEqual(texts.map(([key]) => [key, sorted(english[key]!)]))
  })

  test('uses Swiss spelling in German', () => {
    const faults = Object.entries(catalogue('de', noun)).filter(([, text]) => text.includes('ß'))
    expect(faults, 'write ss for ß').toEqual([])
  })
})

const sources = projectFiles('.ts', '.tsx').filter(
  (file) => /^(server|web|sw)\//.test(file) && !/\.test\.tsx?$/.test(file),
)
const code = sources.map(read).join('\n')
const keys = new Set(nouns.flatMap((noun) => Object.keys(catalogue('en', noun))))
const together = puttedTogether(code)
const quoted = new Set([...code.matchAll(/(['"])([a-z][\w-]*\.[\w.-]+)\1/g)].map(([, , key]) => key))

test.each([
  ['en', /[\d}#]\s%/u, 'English writes 80%'],
  ['de', /[\d}#]%/, 'German writes 80 %'],
  ['fr', /[\d}#]%/, 'French writes 80 %'],
  ['es', /[\d}#]%/, 'Spanish writes 80 %'],
])('a percentage is written in one way: %s', (locale, wrong, rule) => {
  const faults = nouns.flatMap((noun) =>
    Object.entries(catalogue(locale, noun)).flatMap(([id, text]) => (wrong.test(text) ? [id] : [])),
  )
  expect(faults, rule).toEqual([])
})

test('each text is used', () => {
  const idle = [...keys].filter((key) => !quoted.has(key) && !together.some((pattern) => pattern.test(key)))
  expect(idle, 'remove what no code shows').toEqual([])
})

test('each key is in the file of its noun', () => {
  const faults = [...keys].filter((key) => !nouns.some((noun) => key.startsWith(`${noun}.`)))
  expect(
    faults.filter((key) => !key.startsWith('alarm.why.')),
    'a key begins with the name of its file',
  ).toEqual([])
})

test('each id in code has a text', () => {
  const used = [...code.matchAll(/\b(?:id|title|label)(?:=|:\s*)["']([a-z][\w-]*\.[\w.-]+)["']/g)].map(([, id]) => id!)
  expect(used.length).toBeGreaterThan(100)
  const unknown = used.filter((id) => nouns.includes(id.split('.')[0]!) && !keys.has(id))
  expect(unknown, 'add the text to locales/ in all languages').toEqual([])
})

test('each code of an error has a text', () => {
  expect(errorCodes.filter((errorCode) => !keys.has(`error.${errorCode}`))).toEqual([])
})

test('each reason given by the detectors has a text', () => {
  const detectors = projectFiles('.ts').filter(
    (file) => file.startsWith('server/alerts/alarms/') && !file.endsWith('.test.ts'),
  )
  const reasons = detectors.flatMap((file) => [...read(file).matchAll(/\bcode: '(\w+)'/g)].map(([, reason]) => reason!))
  expect(reasons.length).toBeGreaterThan(10)
  expect(reasons.filter((reason) => !keys.has(`alarm.why.${reason}`))).toEqual([])
})

test('the type of the ids includes every file', () => {
  const types = read('locales/message-id.ts')
  const unknown = nouns.filter((noun) => !types.includes(`'./en/${noun}.json'`))
  expect(unknown, 'add these to locales/message-id.ts').toEqual([])
})

/** Texts that say how many of something there are: the name of the number, and the other values. */
const counting: readonly { key: string; count: string; others: Record<string, string | number> }[] = [
  { key: 'administration-firmware.event.done', count: 'updated', others: {} },
  { key: 'administration-firmware.event.returned', count: 'returned', others: {} },
  { key: 'administration-firmware.event.silent', count: 'silent', others: { taken: 9 } },
  { key: 'administration-firmware.event.stage', count: 'proven', others: { expected: 9 } },
  { key: 'administration-firmware.stopped.silent', count: 'silent', others: { taken: 9 } },
  { key: 'firmware-mail.returned', count: 'count', others: { taken: 9, version: '' } },
  { key: 'firmware-mail.silent', count: 'count', others: { taken: 9, version: '' } },
  { key: 'season.how.feed', count: 'shortest', others: { stores: 3, grams: 200, known: 'false', longest: '' } },
  { key: 'season.how.stores', count: 'shortest', others: { stores: 3, grams: 200, known: 'false', longest: '' } },
  { key: 'weather.missingDays', count: 'missing', others: { days: 365 } },
]

// in the past tense, English has one form
test.each((['de', 'fr', 'es'] as const).flatMap((locale) => counting.map((one) => ({ locale, ...one }))))(
  'in $locale, one is not told like many: $key',
  ({ locale, key, count, others }) => {
    const text = catalogue(locale, key.split('.')[0]!)[key]!
    const say = (many: number) => String(getMessageFormat(text, locale).format({ ...others, [count]: many }))
    expect(say(1).replace('1', '8')).not.toBe(say(8))
  },
)
