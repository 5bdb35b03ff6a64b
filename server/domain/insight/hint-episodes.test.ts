import { expect, test } from 'vitest'
import type { DayFinding, HintEpisode } from './hint.ts'
import { hintEpisodes } from './hint-episodes.ts'

const days = (text: string): DayFinding[] =>
  [...text].map((letter) => {
    if (letter === '?') return 'unknown'
    if (letter === '.') return null
    return { opens: letter === '!', confidencePercent: letter === '!' ? 80 : 55, why: [{ code: 'storesEnd' }] }
  })
const spans = (text: string, carried: HintEpisode | null = null) =>
  hintEpisodes('stores', days(text), 0, carried).map(({ from, to }) => [from, to])

test.each<[string, (number | null)[][]]>([
  ['....', []],
  ['.!..', []],
  ['.!!.', [[2, 3]]],
  ['.!!!!', [[2, null]]],
  // only confident findings start an episode; less confident ones continue it
  ['.--!!--.', [[4, 7]]],
  ['----', []],
  ['.!-!-', []],
  ['!.!', []],
  // a gap of a few days neither starts nor ends it
  ['!?!!', [[3, null]]],
  ['!!???????!', [[1, null]]],
  ['!!????????', [[1, 9]]],
  [
    '!!.!!',
    [
      [1, 2],
      [4, null],
    ],
  ],
])('%s', (text, expected) => {
  expect(spans(text)).toEqual(expected)
})

test('a hint says what its last confident finding said', () => {
  const of = (percent: number, opens: boolean): DayFinding => ({
    opens,
    confidencePercent: percent,
    why: [{ code: 'storesEnd', values: { days: percent } }],
  })
  const findings = [of(70, true), of(75, true), of(90, true), of(55, false)]
  expect(hintEpisodes('stores', findings, 0, null)).toMatchObject([
    { confidencePercent: 90, why: [{ code: 'storesEnd', values: { days: 90 } }], shown: 3 },
  ])
})

test('an open episode is carried over, wherever the days are cut', () => {
  const text = '.!!--??!!---!'
  const whole = hintEpisodes('stores', days(text), 0, null)
  for (let cut = 3; cut < text.length; cut++) {
    const [open] = hintEpisodes('stores', days(text.slice(0, cut)), 0, null)
    expect(hintEpisodes('stores', days(text.slice(cut)), cut, open!)).toEqual(whole)
  }
})
