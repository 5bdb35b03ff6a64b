import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirm, gapsIn, type Run, runsIn } from './coverage.ts'

const run = (from: number, to: number, cursor: number, confirmedAt = cursor): Run => ({ from, to, cursor, confirmedAt })

describe('what is known of a series', () => {
  it.each<[string, Run[], Parameters<typeof confirm>[1], Run[], [number, number][]]>([
    ['a first answer', [], run(0, 10, 5), [run(0, 10, 5)], [[0, 10]]],
    ['changes to it', [run(0, 10, 5)], { ...run(0, 10, 7), since: 5 }, [run(0, 10, 7)], [[0, 10]]],
    [
      'changes of a part',
      [run(0, 10, 5)],
      { ...run(4, 6, 7), since: 5 },
      [run(0, 4, 5), run(4, 6, 7), run(6, 10, 5)],
      [[4, 6]],
    ],
    ['changes of what is not known', [], { ...run(0, 10, 7), since: 5 }, [], []],
    ['changes beyond what is known', [run(0, 5, 5)], { ...run(0, 10, 7), since: 5 }, [run(0, 5, 7)], [[0, 5]]],
    ['changes that do not join on', [run(0, 10, 3)], { ...run(0, 10, 7), since: 5 }, [run(0, 10, 3)], []],
    ['an answer that is older', [run(0, 10, 9)], { ...run(0, 10, 7), since: 5 }, [run(0, 10, 9)], []],
    ['a whole answer that is older', [run(0, 10, 9)], run(0, 20, 7), [run(0, 10, 9), run(10, 20, 7)], [[10, 20]]],
    ['an older answer that came later', [run(0, 10, 9, 1)], { ...run(0, 10, 7, 2), since: 5 }, [run(0, 10, 9, 1)], []],
    [
      'a newer answer in the same moment',
      [run(0, 4, 5, 1)],
      run(4, 8, 7, 1),
      [run(0, 4, 5, 1), run(4, 8, 7, 1)],
      [[4, 8]],
    ],
    ['one that joins on', [run(0, 4, 5, 1)], run(4, 8, 5, 1), [run(0, 8, 5, 1)], [[4, 8]]],
    ['one after a gap', [run(0, 4, 5, 1)], run(6, 8, 5, 1), [run(0, 4, 5, 1), run(6, 8, 5, 1)], [[6, 8]]],
    ['the same again, later', [run(0, 10, 5, 1)], { ...run(0, 10, 5, 2), since: 5 }, [run(0, 10, 5, 2)], []],
  ])('handles %s', (_, runs, answer, after, replaced) => {
    expect(confirm(runs, answer)).toEqual({ runs: after, replaced: replaced.map(([from, to]) => ({ from, to })) })
  })

  it('has gaps where there is no run', () => {
    const runs = [run(2, 4, 1), run(4, 5, 2), run(8, 9, 1)]
    expect(gapsIn(runs, { from: 0, to: 10 })).toEqual([
      { from: 0, to: 2 },
      { from: 5, to: 8 },
      { from: 9, to: 10 },
    ])
    expect(gapsIn(runs, { from: 3, to: 5 })).toEqual([])
    expect(runsIn(runs, { from: 3, to: 8 })).toEqual([run(3, 4, 1), run(4, 5, 2)])
  })

  it('never claims more than the answers covered, second by second', () => {
    const answer = fc
      .record({
        from: fc.integer({ min: 0, max: 8 }),
        length: fc.integer({ min: 1, max: 8 }),
        cursor: fc.integer({ min: 0, max: 9 }),
        since: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
      })
      .map(({ from, length, cursor, since }) => ({
        ...run(from, from + length, Math.max(cursor, since ?? 0)),
        since,
      }))
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 12 }), (answers) => {
        let runs: Run[] = []
        const known: (number | undefined)[] = Array(16).fill(undefined)
        for (const one of answers) {
          runs = confirm(runs, one).runs
          for (let at = one.from; at < one.to; at++) {
            const joins = one.since === undefined || (known[at] ?? -1) >= one.since
            if (joins) known[at] = Math.max(known[at] ?? 0, one.cursor)
          }
        }
        const claimed = known.map((_, at) => runsIn(runs, { from: at, to: at + 1 })[0]?.cursor)
        expect(claimed).toEqual(known)
        expect(runs).toEqual([...runs].sort((a, b) => a.from - b.from))
      }),
    )
  })
})
