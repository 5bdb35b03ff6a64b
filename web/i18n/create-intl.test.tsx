import { type MessageFormatElement, SKELETON_TYPE, TYPE } from '@formatjs/icu-messageformat-parser'
import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { MessageId } from '../../locales/message-id.ts'
import { createTimeLabels } from '../charts/plot/time-axis.ts'
import { createIntl } from './create-intl.ts'
import { FormattedMessage, IntlProvider } from './intl.tsx'

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value })
const argument = (value: string): MessageFormatElement => ({ type: TYPE.argument, value })
const texts = (message: MessageFormatElement[]) => ({ [id]: message })
const id: MessageId = 'app.show'
const noon = Date.UTC(2026, 4, 10, 10)

function told(say: () => unknown): { answer: unknown; errors: unknown[] } {
  const heard = vi.mocked(console.error).mockImplementation(() => {})
  const answer = say()
  const errors = heard.mock.calls.flat()
  heard.mockReset()
  return { answer, errors }
}

test('numbers and dates in a text are written as in the given country', () => {
  const messages = texts([
    {
      type: TYPE.number,
      value: 'kg',
      style: { type: SKELETON_TYPE.number, tokens: [], parsedOptions: { minimumFractionDigits: 2 } },
    },
    literal(' kg, '),
    { type: TYPE.number, value: 'share', style: 'percent' },
    literal(', '),
    { type: TYPE.date, value: 'day', style: 'medium' },
  ])
  const values = { kg: 1234.5, share: 0.256, day: new Date('2026-05-10T23:30:00Z') }
  expect(
    createIntl({ locale: 'de-CH', messages, timeZone: 'UTC' }).formatMessage({ id }, values).replace('’', "'"),
  ).toBe("1'234.50 kg, 26%, 10. Mai 2026")
  expect(createIntl({ locale: 'en-GB', messages, timeZone: 'Asia/Tokyo' }).formatMessage({ id }, values)).toBe(
    '1,234.50 kg, 26%, 11 May 2026',
  )
})

test('texts may contain elements, even around words, without keys', () => {
  const messages = texts([
    literal('See '),
    { type: TYPE.tag, value: 'b', children: [argument('name'), literal(' and '), argument('link')] },
    argument('end'),
  ])
  const { container } = render(
    <IntlProvider locale="en" messages={messages}>
      <FormattedMessage
        id={id}
        values={{ b: (words) => <b>{words}</b>, name: 'Linden', link: <a href="/hive">it</a>, end: <i>!</i> }}
      />
    </IntlProvider>,
  )
  expect(container.innerHTML).toBe('See <b>Linden and <a href="/hive">it</a></b><i>!</i>')
})

test('markup in a value is text', () => {
  const { container } = render(
    <IntlProvider locale="en" messages={texts([literal('Hive '), argument('name')])}>
      <FormattedMessage id={id} values={{ name: '<img src=x>' }} />
    </IntlProvider>,
  )
  expect(container.textContent).toBe('Hive <img src=x>')
})

test('a text that cannot be formatted is reported, and the screen keeps working', () => {
  const intl = createIntl({ locale: 'en', messages: texts([argument('name')]) })
  expect(told(() => createIntl({ locale: 'en' }).formatMessage({ id }))).toEqual({
    answer: id,
    errors: [new Error('no text app.show in en')],
  })
  expect(told(() => intl.formatMessage({ id }, {})).answer).toBe(id)
  expect(told(() => intl.formatDate('nonsense'))).toMatchObject({
    answer: 'nonsense',
    errors: [RangeError('Invalid time value')],
  })
  expect(told(() => intl.formatDateTimeRange(Number.NaN, noon)).answer).toBe('NaN')
  expect(told(() => intl.formatNumber(1, { style: 'currency', currency: '?' })).answer).toBe('1')
  expect(told(() => intl.formatDisplayName('not a place', { type: 'region' })).answer).toBeUndefined()
})

test('a code that has no text, as from a newer server, says that the app is outdated', () => {
  const outdated = { ...texts([argument('name')]), 'app.unknown': [literal('Reload the app')] }
  const intl = createIntl({ locale: 'en', messages: outdated as never })
  const unknown = 'alarm.type.fire' as typeof id
  expect(told(() => intl.formatMessage({ id: unknown }))).toEqual({
    answer: 'Reload the app',
    errors: [new Error('no text alarm.type.fire in en')],
  })
  expect(told(() => intl.formatMessage({ id }, {})).answer, 'what cannot be formatted').toBe(id)
})

test('a time of day has hours and minutes, unless more is asked for', () => {
  const intl = createIntl({ locale: 'de-CH', timeZone: 'Europe/Zurich' })
  expect(intl.formatTime(noon)).toBe('12:00')
  expect(intl.formatTime(noon, { timeStyle: 'medium' })).toBe('12:00:00')
  expect(intl.formatDate(new Date(noon).toISOString())).toBe('10.5.2026')
})

test('formatters of one language and country are not those of another', () => {
  const said = ['de-CH', 'fr-CH', 'de-DE', 'de-CH'].map((locale) => createIntl({ locale }).formatNumber(1234567.5))
  expect(new Set(said).size).toBe(3)
  expect(said[3]).toBe(said[0])
})

test('on a phone that moves to another time zone, times are those of the place where it is', () => {
  const intl = createIntl({ locale: 'en-GB' })
  const said = ['Europe/Zurich', 'Asia/Kathmandu', 'Europe/Zurich'].map((zone) => {
    vi.stubEnv('TZ', zone)
    return [intl.formatTime(noon), createTimeLabels('en-GB')([noon / 1000], 3600)[0]?.split('\n')[0]]
  })
  vi.unstubAllEnvs()
  expect(said).toEqual([
    ['12:00', '12:00'],
    ['15:45', '15:45'],
    ['12:00', '12:00'],
  ])
})
