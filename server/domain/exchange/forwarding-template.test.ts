import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultTemplates, type ForwardedReading, type ForwardingContent, rawBody } from './forwarding.ts'
import {
  FORWARDED_READINGS_MAXIMUM,
  OUTPUT_MAXIMUM,
  parseTemplate,
  renderTemplate,
  templateFields,
} from './forwarding-template.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const reading = (iso: string, over: Partial<ForwardedReading> = {}): ForwardedReading => ({
  time: seconds(iso),
  weight: 43.215,
  temperature: 34.6,
  humidity: 61,
  ...over,
})
const content: ForwardingContent = {
  controller: { id: 7, name: 'Waldrand', imei: '356938035643809', imsi: '228011234567890' },
  channel: 2,
  scale: { id: 9, name: 'Volk 3' },
  battery: 3.91,
  signal: -71,
  zone: { timeZone: 'Europe/Zurich' },
  readings: [
    reading('2026-05-10T09:50:00Z', { weight: 43, temperature: null }),
    reading('2026-05-10T10:00:05Z', { weight: -0.004 }),
  ],
}

function render(text: string, over: Partial<ForwardingContent> = {}): string {
  const read = parseTemplate(text)
  if ('issues' in read) throw new Error(JSON.stringify(read.issues))
  return renderTemplate(read.template, { ...content, ...over })
}

test.each([
  ['', ''],
  ['no field', 'no field'],
  ['{weight}', '-0.004'],
  ['{weight:0.00}', '0.00'],
  ['{weight:0,000}', '-0,004'],
  ['{battery:00.0}|{signal:000}|{channel:0}', '03.9|-071|2'],
  ['{date} {time}', '2026-05-10 12:00:05'],
  ['{time:dd.MM.yy HH:mm} {time:yyyy-MM-ddTHH:mm:ssXXX}', '10.05.26 12:00 2026-05-10T12:00:05+02:00'],
  ['{time:iso} {time:unix}', '2026-05-10T10:00:05Z 1778407205'],
  ['{imsi}/{imei}/{controller}/{scale}/{count}', '228011234567890/356938035643809/Waldrand/Volk 3/2'],
  ['{{"kg": {weight:0.0}}}', '{"kg": 0.0}'],
  ['{#readings}{temperature:0.0|-};{/readings}', '-;34.6;'],
  ['{#readings}{temperature};{/readings}', ';34.6;'],
  ['a\n{#readings}\n{time:HH:mm}\n{/readings}\nb', 'a\n11:50\n12:00\nb'],
  ['a\r\n  {#readings}  \r\n{time:HH:mm}\r\n{/readings}\r\nb', 'a\r\n11:50\r\n12:00\r\nb'],
  ['{#readings}{time:ss} {/readings}{count}', '00 05 2'],
])('%j becomes %j', (text, expected) => {
  expect(render(text)).toBe(expected)
})

test('local times follow daylight saving and a fixed offset', () => {
  const readings = [reading('2026-10-25T00:59:00Z'), reading('2026-10-25T01:00:00Z')]
  expect(render('{#readings}{time:HH:mmXXX} {/readings}', { readings })).toBe('02:59+02:00 02:00+01:00 ')
  expect(render('{time:HH:mmXXX}', { readings, zone: { utcOffsetHours: -3.5 } })).toBe('21:30-03:30')
})

test.each([
  ['{weigth}', 'unknown_field', 1, 1],
  ['{constructor}', 'unknown_field', 1, 1],
  ['{}', 'unknown_field', 1, 1],
  ['a\nb {weight:0.0.0}', 'pattern_invalid', 2, 3],
  ['{weight:#,##0}', 'pattern_invalid', 1, 1],
  ['{time:yyyy-mmm}', 'pattern_invalid', 1, 1],
  ['{time:}', 'pattern_invalid', 1, 1],
  [`{time:${'ss '.repeat(20)}}`, 'pattern_invalid', 1, 1],
  ['{imsi:0}', 'pattern_invalid', 1, 1],
  ['a {weight', 'brace_not_closed', 1, 3],
  ['a\n\n} {weight}', 'brace_not_opened', 3, 1],
  ['{#readings}{weight}', 'section_not_closed', 1, 1],
  ['x{/readings}', 'section_not_opened', 1, 2],
  ['{#readings}{#readings}{/readings}', 'section_twice', 1, 12],
])('%j is refused: %s at %i:%i', (text, code, line, column) => {
  const read = parseTemplate(text)
  expect('issues' in read && read.issues[0]).toMatchObject({ code, line, column })
})

test('all errors are reported at once', () => {
  const read = parseTemplate('{a}\n{b}\n{/readings}')
  expect('issues' in read && read.issues.map(({ code, line }) => `${line} ${code}`)).toEqual([
    '1 unknown_field',
    '2 unknown_field',
    '3 section_not_opened',
  ])
})

test('a title is one line', () => {
  expect('template' in parseTemplate('{imsi} {time:HH-mm}', 'title')).toBe(true)
  for (const text of ['a\nb', 'a\rb', '{#readings}{time}{/readings}']) {
    const read = parseTemplate(text, 'title')
    expect('issues' in read && read.issues[0]?.code, text).toBe('one_line')
  }
})

test('a template whose output could become too long is refused', () => {
  const read = parseTemplate(`{#readings}${'x'.repeat(1200)}{/readings}`)
  expect('issues' in read && read.issues[0]).toMatchObject({ code: 'too_long' })
})

describe('the defaults', () => {
  test('the SMS format has a line per reading, with a mark for missing values', () => {
    expect(render(defaultTemplates.capaz.title)).toBe('228011234567890')
    expect(render(defaultTemplates.capaz.template)).toBe(
      '228011234567890 10.05.2026 11:50 43.00 - 61 3.91 -71\n228011234567890 10.05.2026 12:00 0.00 34.6 61 3.91 -71\n',
    )
  })

  test('the file is a table with a header and has its own name', () => {
    expect(render(defaultTemplates.trachtnet.title)).toBe('228011234567890_2_20260510_120005.csv')
    expect(render(defaultTemplates.trachtnet.template)).toBe(
      [
        'imsi;channel;date;time;weight_kg;temperature_c;humidity_percent',
        '228011234567890;2;2026-05-10;11:50:00;43.000;;61',
        '228011234567890;2;2026-05-10;12:00:05;-0.004;34.6;61\n',
      ].join('\n'),
    )
  })

  test('raw has times in UTC and omits unknown values', () => {
    expect(rawBody({ ...content, signal: null })).toEqual({
      controller: { id: 7, name: 'Waldrand' },
      channel: 2,
      scale: { id: 9, name: 'Volk 3' },
      readings: [
        { time: '2026-05-10T09:50:00.000Z', weight: 43, temperature: null, humidity: 61 },
        { time: '2026-05-10T10:00:05.000Z', weight: -0.004, temperature: 34.6, humidity: 61 },
      ],
      battery: 3.91,
    })
  })
})

describe('whatever is written', () => {
  const scrap = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('{', '}', '{{', '}}', '\n', '\r\n', ':', '|', '0.00', 'yyyy', '{#readings}', '{/readings}'),
    fc.constantFrom('{weight:0.00|-}', '{time:HH:mm}', '{toString}', '{__proto__}', '\u0000', '💥'),
    fc.constantFrom(...templateFields.map((field) => `{${field}}`)),
  )
  const template = fc.array(scrap, { maxLength: 20 }).map((scraps) => scraps.join(''))
  const value = fc.option(fc.double())
  const readings = fc.array(fc.record({ time: fc.double(), weight: value, temperature: value, humidity: value }))
  const kind = fc.constantFrom('text' as const, 'title' as const)

  test('it is parsed, or refused with a position in it', () => {
    fc.assert(
      fc.property(template, kind, readings, fc.string(), (text, as, measured, name) => {
        const read = parseTemplate(text, as)
        if ('template' in read) {
          const scale = { id: 1, name }
          const made = renderTemplate(read.template, { ...content, scale, readings: measured })
          expect(made.length).toBeLessThanOrEqual(OUTPUT_MAXIMUM)
          return
        }
        const lines = text.split('\n')
        for (const { line, column } of read.issues) {
          expect(column).toBeGreaterThan(0)
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('its output is limited, however much content there is', () => {
    const long = 'n'.repeat(100_000)
    const many = Array.from({ length: 5 * FORWARDED_READINGS_MAXIMUM }, (_, i) =>
      reading('2026-05-10T10:00:00Z', { weight: i }),
    )
    const text = `{#readings}${'{scale}{time:yyyy-MM-ddTHH:mm:ssXXX}{weight}'.repeat(6)}{/readings}`
    const made = render(text, { scale: { id: 1, name: long }, readings: many })
    expect(made.length).toBeLessThanOrEqual(OUTPUT_MAXIMUM)
    expect(made.split('n'.repeat(80)).length - 1).toBe(6 * FORWARDED_READINGS_MAXIMUM)
  })
})
