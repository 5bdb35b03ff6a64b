import { describe, expect, it, test } from 'vitest'
import type { Ring, Shape } from '#domain/hives/regions/region-geometry.ts'
import { fewerPlaces, withPolygon } from './fewer-places.ts'
import { readShapeText, writeShape } from './shape-text.ts'
import { shapesInFile, together } from './shapes-in-file.ts'

const ring: Ring = [
  [7, 47],
  [8, 47],
  [8, 48],
  [7, 47],
]
const triangle: Shape & { type: 'Polygon' } = { type: 'Polygon', coordinates: [ring] }

describe('a shape as text', () => {
  it('has one point per line and reads back unchanged', () => {
    const text = writeShape(triangle)
    expect(text.split('\n')).toContainEqual(expect.stringMatching(/^\s*\[8, 48\],$/))
    expect(readShapeText(text)).toEqual({ state: 'good', shape: triangle, places: 4, looksSwapped: false })
  })

  it('has one ring per line if it is long', () => {
    const long: Ring = Array.from({ length: 700 }, (_, i) => [7 + Math.sin(i / 111.4), 47 + Math.cos(i / 111.4)])
    expect(writeShape({ type: 'MultiPolygon', coordinates: [[long], [long]] }).split('\n')).toHaveLength(2)
  })

  it('is empty, unreadable at a line, or faulty at a line', () => {
    expect(readShapeText(' \n')).toEqual({ state: 'empty' })
    expect(readShapeText('{\n"type": "Polygon",\n"coordinates": [[7,,47]]\n}')).toEqual({
      state: 'unreadable',
      line: 3,
    })
    const [a, b, c, d] = ring
    const bowTie = writeShape({ type: 'Polygon', coordinates: [[a!, [8, 48], b!, [7, 48], d!]] })
    expect(readShapeText(bowTie)).toMatchObject({
      state: 'faulty',
      faults: [
        { code: 'crossing', at: [7.5, 47.5], line: bowTie.split('\n').findIndex((l) => l.includes('[7, 47]')) + 1 },
      ],
      drawn: { type: 'Polygon' },
    })
    const far = writeShape({ type: 'Polygon', coordinates: [ring, [a!, [8, 700], c!, a!]] })
    expect(readShapeText(far)).toMatchObject({
      faults: [{ code: 'out_of_range', line: far.split('\n').findIndex((l) => l.includes('700')) + 1 }],
      drawn: undefined,
    })
  })
})

describe('the shapes of a file', () => {
  const feature = (name: string) => ({ type: 'Feature', properties: { name }, geometry: triangle })

  test.each([
    ['a shape', triangle, ['']],
    ['a feature', feature('Bern'), ['Bern']],
    ['many', { type: 'FeatureCollection', features: [feature('Bern'), feature('Jura')] }, ['Bern', 'Jura']],
    ['a collection', { type: 'GeometryCollection', geometries: [triangle, { type: 'Point' }] }, ['']],
    ['a feature without a shape', { type: 'Feature', properties: null, geometry: null }, []],
    ['something else', { type: 'Topology' }, []],
    ['nothing', null, []],
  ])('%s', (_, value, names) => {
    expect(shapesInFile(JSON.stringify(value))?.map(({ name }) => name)).toEqual(names)
  })

  test('text that is not JSON', () => {
    expect(shapesInFile('<kml/>')).toBeUndefined()
  })

  test('all shapes combined', () => {
    const shape = together([
      { name: 'a', shape: triangle },
      { name: 'b', shape: { type: 'MultiPolygon', coordinates: [[ring], [ring]] } },
    ])
    expect(shape.coordinates).toHaveLength(3)
  })
})

test('reducing places never makes an outline cross itself', () => {
  const comb: Ring = Array.from({ length: 400 }, (_, i) => [7 + i / 400, 47 + (i % 2) * 0.002 + i / 4000])
  const back = comb.toReversed().map(([x, y]): Ring[number] => [x, y + 0.004])
  const shape: Shape = { type: 'Polygon', coordinates: [[...comb, ...back, comb[0]!]] }
  const simple = fewerPlaces(shape, 100)
  expect(readShapeText(JSON.stringify(simple))).toMatchObject({ state: 'good' })
})

test('adding a polygon', () => {
  expect(withPolygon(undefined, triangle)).toBe(triangle)
  expect(withPolygon(withPolygon(triangle, triangle), triangle).coordinates).toHaveLength(3)
})
