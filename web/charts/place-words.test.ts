import { describe, expect, test } from 'vitest'
import { placeWords } from './place-words.ts'

const flag = (x: number, wordsWidth = 60) => ({ x, wordsWidth })
const right = { side: 'right', width: 60 }
const left = { side: 'left', width: 60 }

describe('the words of flags', () => {
  test.each([
    ['stand right of their icon', [flag(20), flag(200)], [right, right]],
    ['stand left where the plot ends', [flag(280)], [left]],
    ['stand left where the next flag is near', [flag(100), flag(160)], [left, right]],
    ['are left out between two flags', [flag(30), flag(90), flag(150)], [undefined, undefined, right]],
    ['never cover the words before them', [flag(100, 90), flag(280, 90)], [{ side: 'right', width: 90 }, undefined]],
    ['are shortened to the wider side', [flag(200, 400)], [{ side: 'left', width: 195 }]],
    [
      'are left out where next to nothing would be left of them',
      [flag(60, 90), flag(150, 90), flag(240, 90)],
      [undefined, undefined, undefined],
    ],
    ['need a flag', [], []],
  ])('%s', (_name, flags, expected) => {
    expect(placeWords(flags, 300, 10, 15)).toEqual(expected)
  })

  test('are left out rather than cut to a few letters if the letters are large', () => {
    const between = [flag(0, 250), flag(146, 60)]
    expect(placeWords(between, 300, 10, 15)[0]).toEqual({ side: 'right', width: 110 })
    expect(placeWords(between, 300, 10, 30)[0]).toBeUndefined()
  })
})
