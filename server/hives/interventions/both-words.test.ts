import { expect, test } from 'vitest'
import { bothWords } from './both-words.ts'

test.each([
  ['nobody else changed them', 'a', 'a', 'b', 'b'],
  ['somebody else did', 'a', 'x', 'b', 'x\n\nb'],
  ['both wrote the same', 'a', 'b', 'b', 'b'],
  ['sent again', 'a', 'x\n\nb', 'b', 'x\n\nb'],
  ['changed once more before the first was sent', 'b', 'x\n\nb', 'c', 'x\n\nc'],
  ['somebody removed them', 'a', '', 'b', 'b'],
  ['removed, while somebody added to them', 'a', 'ax', '', 'ax'],
  ['there were none', '', 'x', 'b', 'x\n\nb'],
  ['no room for both', 'a', 'x'.repeat(1999), 'b', undefined],
])('%s', (_, former, stored, written, both) => {
  expect(bothWords({ former, stored, written })).toBe(both)
})
