import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useArrived } from './use-arrived.ts'

function shownBy(first: string | undefined) {
  const shown: (string | undefined)[] = []
  function Screen({ answer }: { answer: string | undefined }) {
    shown.push(useArrived(answer))
    return null
  }
  const { rerender } = render(<Screen answer={first} />)
  return {
    /** What was shown, in order, since the last call. */
    shown: () => shown.splice(0),
    answer: (answer: string | undefined) => rerender(<Screen answer={answer} />),
  }
}

test('the first answer is rendered separately, later ones at once', () => {
  const { shown, answer } = shownBy(undefined)
  expect(shown()).toEqual([undefined])
  answer('one')
  expect(shown()).toEqual([undefined, 'one'])
  answer('two')
  expect(shown()).toEqual(['two'])
})

test('an answer that is there from the start is shown at once', () => {
  expect(shownBy('kept').shown()).toEqual(['kept'])
})

test('a removed answer disappears at once, and its successor is rendered separately again', () => {
  const { shown, answer } = shownBy('of one')
  shown()
  answer(undefined)
  expect(new Set(shown())).toEqual(new Set([undefined]))
  answer('of another')
  expect(shown()).toEqual([undefined, 'of another'])
})
