import { expect, it } from 'vitest'
import { checkState, leafIds, toggleChecked, visibleNodes } from './tree-state.ts'

const apiary = {
  id: 'apiary',
  label: 'Apiary',
  children: [
    {
      id: 'a',
      label: 'A',
      children: [
        { id: 'a1', label: 'A1' },
        { id: 'a2', label: 'A2' },
      ],
    },
    { id: 'b', label: 'B' },
  ],
}

it('lists the expanded nodes from top to bottom', () => {
  expect(visibleNodes([apiary], new Set(['apiary', 'a'])).map(({ node, level }) => `${level} ${node.id}`)).toEqual([
    '1 apiary',
    '2 a',
    '3 a1',
    '3 a2',
    '2 b',
  ])
  expect(visibleNodes([apiary], new Set(['a'])).map(({ node }) => node.id)).toEqual(['apiary'])
})

it.each([
  [[], false],
  [['a1'], 'mixed'],
  [['a1', 'a2', 'b'], true],
] as const)('reports for %j of the leaves: %s', (checked, state) => {
  expect(checkState(apiary, new Set(checked))).toBe(state)
})

it('switches all leaves on unless all are on, and leaves others alone', () => {
  expect([...toggleChecked(apiary, new Set(['a1', 'other']))].sort()).toEqual(['a1', 'a2', 'b', 'other'])
  expect([...toggleChecked(apiary, new Set([...leafIds(apiary), 'other']))]).toEqual(['other'])
})
