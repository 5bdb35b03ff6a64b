import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBlockReader } from './table-blocks.ts'

const read = (text: string) => {
  const inColumns = createBlockReader()
  return text.split('\n').flatMap((line) => {
    const cells = inColumns(line.split(','))
    return cells ? [cells.join(',')] : []
  })
}

const first = [
  '#datatype,string,long,dateTime:RFC3339,double,string',
  '#group,false,false,false,false,true',
  '#default,_result,,,,',
  ',result,table,_time,_value,hive',
  ',,0,2026-05-09T20:10:00Z,43.5,h1',
]

it('rows of further tables stand in the columns of the first, and new ones behind them', () => {
  const second = [
    '#group,false,false,true,false,true,false',
    '#datatype,string,long,string,double,string,dateTime:RFC3339',
    '#default,_result,,,,,',
    ',result,table,hive,_value,place,_time',
    ',,1,h2,31.5,See,2026-05-09T20:10:00Z',
    ',,1,h2',
  ]
  const third = [',result,table,place,_value,_time', ',,2,Wald,34,2026-05-09T20:15:00Z']
  expect(read([...first, ...second, ...third].join('\n'))).toEqual([
    ...first,
    ',,1,2026-05-09T20:10:00Z,31.5,h2,See',
    ',,1,,,h2,',
    ',,2,2026-05-09T20:15:00Z,34,,Wald',
  ])
})

it('any other table stays as it is', () => {
  const lines = fc.array(fc.array(fc.constantFrom('', 'result', 'table', '43', '#', 'Time'), { maxLength: 4 }))
  fc.assert(
    fc.property(lines, (rows) => {
      const inColumns = createBlockReader()
      for (const row of rows) if (row.slice(0, 3).join() !== ',result,table') expect(inColumns(row)).toBe(row)
    }),
  )
})

it('a file divided into tables with their columns in any order says the same as one table', () => {
  const names = ['', 'result', 'table', '_time', '_value', 'hive']
  const orders = fc.shuffledSubarray([3, 4, 5], { minLength: 3 }).map((rest) => [0, 1, 2, ...rest])
  const rows = fc.array(fc.tuple(fc.constant(''), fc.constant(''), fc.nat(), fc.nat(), fc.nat(), fc.nat()))
  fc.assert(
    fc.property(fc.array(fc.tuple(orders, rows)), (tables) => {
      const inColumns = createBlockReader()
      inColumns(names)
      for (const [order, rows] of tables) {
        expect(inColumns(order.map((at) => names[at]!))).toBeUndefined()
        for (const row of rows.map((cells) => cells.map(String))) {
          expect(inColumns(order.map((at) => row[at]!))).toEqual(row)
        }
      }
    }),
  )
})
