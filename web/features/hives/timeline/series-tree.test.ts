import { describe, expect, it } from 'vitest'
import { checkedCurves, curveTree } from './series-tree.ts'

const scale = (id: number, channel: number, type: 'weight' | 'thermometer' = 'weight', visible = true) => ({
  id,
  controllerId: 3,
  channel,
  name: `Hive ${id}`,
  type,
  visible,
  state: 'active' as const,
})
const words = {
  quantity: (column: string) => column,
  sensors: 'Sensors',
  transmitter: 'Transmitter',
  archived: (name: string) => `${name} (archived)`,
}

describe('the tree of curves', () => {
  it('has the weights by channel, and all sensors in one branch', () => {
    const [node] = curveTree(
      [{ id: 3, name: 'Meadow' }],
      [scale(11, 2), scale(10, 1), scale(12, 3, 'thermometer')],
      words,
    )
    expect(node?.label).toBe('Meadow')
    expect(node?.children?.map(({ id }) => id)).toEqual(['10', '11', 'sensors-3'])
    expect(node?.children?.at(-1)?.children?.map(({ key }) => key)).toEqual([
      '10t',
      '10h',
      '11t',
      '11h',
      '12t',
      'c3t',
      'c3h',
      'c3b',
      'c3s',
    ])
  })

  it('leaves out what is hidden, archived or of another transmitter', () => {
    const scales = [scale(10, 1, 'weight', false), { ...scale(11, 2), state: 'archived' as const }]
    const [node] = curveTree([{ id: 3, name: 'Meadow' }], [...scales, { ...scale(12, 3), controllerId: 4 }], words)
    expect(node?.children?.map(({ id }) => id)).toEqual(['sensors-3'])
  })

  it('includes an archived scale while its curve is shown', () => {
    const scales = [scale(10, 1), { ...scale(11, 2), state: 'archived' as const }]
    const [node] = curveTree([{ id: 3, name: 'Meadow' }], scales, words, new Set(['10', '11']))
    expect(node?.children?.map(({ label }) => label)).toEqual(['Hive 10', 'Hive 11 (archived)', 'Sensors'])
  })
})

describe('checking a transmitter', () => {
  const set = (...keys: string[]) => new Set(keys)

  it('shows its weights first and its sensors with the next press', () => {
    expect(checkedCurves(set(), set('10', '11', '10t', 'c3b'))).toEqual(set('10', '11'))
    expect(checkedCurves(set('10', '11'), set('10', '11', '10t', 'c3b'))).toEqual(set('10', '11', '10t', 'c3b'))
    expect(checkedCurves(set('10'), set())).toEqual(set())
  })

  it('leaves a single curve or a branch of sensors as checked', () => {
    expect(checkedCurves(set('10'), set('10', '10t'))).toEqual(set('10', '10t'))
    expect(checkedCurves(set(), set('10t', '10h'))).toEqual(set('10t', '10h'))
    expect(checkedCurves(set('10t'), set('10t', '10'))).toEqual(set('10t', '10'))
  })
})
