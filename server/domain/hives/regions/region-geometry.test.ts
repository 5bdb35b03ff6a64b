import { describe, expect, it, test } from 'vitest'
import { boxOf, checkShape, countPlaces, type Place, type Ring, type Shape, swapAxes } from './region-geometry.ts'
import { simplifyShape } from './simplify-shape.ts'

/** Reproducible pseudo-random numbers (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates })
const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
const reversed = (ring: Ring): Ring => ring.toReversed()
const checked = (value: unknown) => {
  const result = checkShape(value)
  if ('faults' in result) throw new Error(JSON.stringify(result.faults))
  return result
}
const faultsOf = (value: unknown) => {
  const result = checkShape(value)
  return 'faults' in result ? result.faults : []
}

describe('an invalid shape', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'Polygon'],
    ['a point', { type: 'Point', coordinates: [7, 47] }],
    ['a feature', { type: 'Feature', geometry: polygon(square(7, 47, 1)) }],
    ['no coordinates', { type: 'Polygon' }],
    ['a ring that is none', { type: 'Polygon', coordinates: ['a'] }],
    ['a polygon that is none', { type: 'MultiPolygon', coordinates: [7] }],
  ])('%s is refused', (_, value) => {
    expect(faultsOf(value)[0]).toMatchObject({ code: 'not_a_shape' })
  })

  it.each<[string, unknown, number[]]>([
    ['a polygon without rings', { type: 'Polygon', coordinates: [] }, []],
    ['no polygons', { type: 'MultiPolygon', coordinates: [] }, []],
    ['an empty polygon', { type: 'MultiPolygon', coordinates: [[square(7, 47, 1)], []] }, [1]],
    ['an empty ring', { type: 'MultiPolygon', coordinates: [[square(7, 47, 1), []]] }, [0, 1]],
  ])('%s is empty', (_, value, path) => {
    expect(faultsOf(value)).toContainEqual({ code: 'empty', path })
  })
})

describe('a ring', () => {
  it.each<[string, string, number[], number[][]]>([
    ['with a text in it', 'not_a_place', [0, 1], [[7, 47], ['8', 47] as never, [8, 48], [7, 47]]],
    ['with a place of one number', 'not_a_place', [0, 1], [[7, 47], [8], [8, 48], [7, 47]]],
    [
      'with a place that is no number',
      'not_a_place',
      [0, 2],
      [
        [7, 47],
        [8, 47],
        [Number.NaN, 48],
        [7, 47],
      ],
    ],
    [
      'of three places',
      'too_short',
      [0],
      [
        [7, 47],
        [8, 47],
        [7, 47],
      ],
    ],
    [
      'that does not close',
      'open',
      [0, 3],
      [
        [7, 47],
        [8, 47],
        [8, 48],
        [7, 48],
      ],
    ],
    [
      'across the date line, which would be a band around the Earth',
      'date_line',
      [0, 1],
      [
        [179, -17],
        [-179, -17],
        [-179, -16],
        [179, -16],
        [179, -17],
      ],
    ],
    [
      'with a latitude of 700',
      'out_of_range',
      [0, 1],
      [
        [7, 47],
        [8, 700],
        [8, 48],
        [7, 47],
      ],
    ],
    [
      'with longitudes as latitudes',
      'swapped',
      [0, 0],
      [
        [47, 107],
        [47, 108],
        [48, 108],
        [47, 107],
      ],
    ],
    [
      'on a line',
      'flat',
      [0],
      [
        [7, 47],
        [8, 47],
        [9, 47],
        [7, 47],
      ],
    ],
    [
      'in one place',
      'flat',
      [0],
      [
        [7, 47],
        [7, 47],
        [7, 47],
        [7, 47],
      ],
    ],
    [
      'as a bow-tie',
      'crossing',
      [0, 0],
      [
        [7, 47],
        [8, 48],
        [8, 47],
        [7, 48],
        [7, 47],
      ],
    ],
    [
      'as a bow-tie with a corner in its middle',
      'crossing',
      [],
      [
        [7, 47],
        [7.5, 47.5],
        [8, 48],
        [8, 47],
        [7.5, 47.5],
        [7, 48],
        [7, 47],
      ],
    ],
    [
      'that touches its own edge',
      'crossing',
      [],
      [
        [7, 47],
        [9, 47],
        [9, 48],
        [8, 47],
        [7, 48],
        [7, 47],
      ],
    ],
    [
      'that runs back over itself',
      'crossing',
      [],
      [
        [7, 47],
        [9, 47],
        [8, 47],
        [8, 48],
        [7, 47],
      ],
    ],
    [
      'with a thorn',
      'crossing',
      [],
      [
        [7, 47],
        [8, 47],
        [8, 48],
        [8, 49],
        [8, 48],
        [7, 48],
        [7, 47],
      ],
    ],
  ])('%s is refused', (_, code, path, ring) => {
    const [fault] = faultsOf(polygon(ring))
    expect(fault).toMatchObject({ code })
    if (path.length > 0) expect(fault!.path).toEqual(path)
  })

  test('that crosses itself is reported with its position', () => {
    expect(
      faultsOf(
        polygon([
          [7, 47],
          [8, 48],
          [8, 47],
          [7, 48],
          [7, 47],
        ]),
      ),
    ).toEqual([{ code: 'crossing', path: [0, 0], at: [7.5, 47.5] }])
  })

  test('with a fault in the second polygon is reported with its index', () => {
    const shape = { type: 'MultiPolygon', coordinates: [[square(7, 47, 1)], [square(9, 47, 1).slice(0, 4)]] }
    expect(faultsOf(shape)).toMatchObject([{ code: 'open', path: [1, 0, 3] }])
  })

  test('that is far too long is not checked', () => {
    expect(faultsOf(polygon(Array.from({ length: 100_001 }, () => [7, 47])))).toEqual([{ code: 'too_many', path: [] }])
  })
})

describe('holes', () => {
  const outline = square(7, 47, 1)
  const corner: Ring = [
    [7, 47],
    [7.2, 47.1],
    [7.1, 47.2],
    [7, 47],
  ]
  it.each<[string, Ring[], string | undefined]>([
    ['inside', [square(7.2, 47.2, 0.2)], undefined],
    ['that touch a corner', [corner], undefined],
    ['two of them', [square(7.2, 47.2, 0.2), square(7.6, 47.6, 0.2)], undefined],
    ['outside', [square(9, 47, 0.5)], 'hole_outside'],
    ['around', [square(6, 46, 5)], 'hole_outside'],
    ['that cross the outline', [square(7.5, 47.5, 1)], 'crossing'],
    ['that cross each other', [square(7.2, 47.2, 0.2), square(7.3, 47.3, 0.2)], 'crossing'],
    ['as large as the outline', [outline], 'crossing'],
  ])('%s', (_, holes, code) => {
    expect(faultsOf(polygon(outline, ...holes))[0]?.code).toBe(code)
  })
})

describe('the resulting shape', () => {
  it('is rounded to a meter, without heights and coinciding places', () => {
    const ring = [
      [7.123456, 47],
      [8, 47, 450],
      [8, 47.000001],
      [8, 48],
      [7.123456, 47],
    ]
    expect(checked(polygon(ring)).shape.coordinates).toEqual([
      [
        [7.12346, 47],
        [8, 47],
        [8, 48],
        [7.12346, 47],
      ],
    ])
  })

  it('is counterclockwise, with clockwise holes', () => {
    const [outline, hole] = [square(7, 47, 1), square(7.2, 47.2, 0.2)]
    const { shape } = checked(polygon(reversed(outline), hole))
    expect(shape.coordinates).toEqual([outline, checked(polygon(reversed(hole))).shape.coordinates[0]!.toReversed()])
  })

  it('is a polygon if a multipolygon has only one, without other fields', () => {
    const { shape, places } = checked({ type: 'MultiPolygon', coordinates: [[square(7, 47, 1)]], crs: 'x' })
    expect(shape).toEqual({ type: 'Polygon', coordinates: [square(7, 47, 1)] })
    expect(places).toBe(5)
  })

  it('is more precise if a part is narrower than a meter', () => {
    const thorn: Ring = [
      [7, 47],
      [8, 47],
      [8, 47.5],
      [7.000001, 47.000001],
      [8, 47.500004],
      [8, 48],
      [7, 48],
      [7, 47],
    ]
    expect(checked(polygon(thorn)).shape.coordinates[0]).toContainEqual([8, 47.500004])
  })

  it('stays the same when it is checked again', () => {
    const { shape } = checked(polygon(star(random(5), 300)))
    expect(checked(shape).shape).toEqual(shape)
  })

  it('may go around the Earth from edge to edge of the map, and be in two parts at the date line', () => {
    const box = (west: number, south: number, east: number, north: number): number[][] => [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    expect(boxOf(checked(polygon(box(-180, 80, 180, 90))).shape)).toEqual([-180, 80, 180, 90])
    const parts = { type: 'MultiPolygon', coordinates: [[box(179, -17, 180, -16)], [box(-180, -17, -179, -16)]] }
    expect(checked(parts).shape.type).toBe('MultiPolygon')
  })

  it('looks swapped if swapping would move it to Europe', () => {
    const { shape, looksSwapped } = checked(
      polygon([
        [46.9, 7.1],
        [47.5, 7.1],
        [47.5, 9],
        [46.9, 7.1],
      ]),
    )
    expect(looksSwapped).toBe(true)
    const right = checked(swapAxes(shape))
    expect(right.looksSwapped).toBe(false)
    expect(boxOf(right.shape)).toEqual([7.1, 46.9, 9, 47.5])
    expect(checked(polygon(square(-70, -30, 1))).looksSwapped).toBe(false)
  })
})

/** Any star-shaped ring is simple. */
function star(next: () => number, corners: number, [x, y]: Place = [8, 47]): Ring {
  const ring = Array.from({ length: corners }, (_, index): Place => {
    const angle = (2 * Math.PI * index) / corners
    const radius = 0.5 + 2 * next()
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
  return [...ring, ring[0]!]
}

/** Checks by brute force whether any two non-adjacent edges of a random closed walk meet. */
function meetsItself(ring: Ring): boolean {
  const side = ([ax, ay]: Place, [bx, by]: Place, [cx, cy]: Place) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  const edges = ring.length - 1
  for (let i = 0; i < edges; i++) {
    for (let j = i + 2; j < edges; j++) {
      if (i === 0 && j === edges - 1) continue
      const [a, b, c, d] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!]
      if (side(a, b, c) > 0 !== side(a, b, d) > 0 && side(c, d, a) > 0 !== side(c, d, b) > 0) return true
    }
  }
  return false
}

describe('rings by the hundred', () => {
  it('accepts every simple one in either direction', () => {
    const next = random(1)
    for (let round = 0; round < 300; round++) {
      const ring = star(next, 3 + Math.floor(next() * 60))
      checked(polygon(round % 2 ? ring : reversed(ring)))
    }
  })

  it('distinguishes those that cross themselves from those that do not', () => {
    const next = random(2)
    const found = { crossing: 0, simple: 0 }
    for (let round = 0; round < 3000; round++) {
      const corners = Array.from({ length: 3 + (round % 7) }, (): Place => [next() * 10, 40 + next() * 10])
      const ring = [...corners, corners[0]!]
      const crosses = faultsOf(polygon(ring)).some(({ code }) => code === 'crossing')
      expect(crosses, JSON.stringify(ring)).toBe(meetsItself(ring))
      found[crosses ? 'crossing' : 'simple']++
    }
    expect(Math.min(found.crossing, found.simple)).toBeGreaterThan(300)
  })

  it('never throws, whatever the input', () => {
    const next = random(3)
    const any = (depth: number): unknown => {
      const kinds: (() => unknown)[] = [
        () => Math.round(next() * 6),
        () => next() * 400 - 200,
        () => [null, '', 'Polygon', Number.NaN, Number.POSITIVE_INFINITY, 1e308, {}][Math.floor(next() * 7)],
        ...Array.from(
          { length: depth > 0 ? 6 : 0 },
          () => () => Array.from({ length: Math.floor(next() * 7) }, () => any(depth - 1)),
        ),
      ]
      return kinds[Math.floor(next() * kinds.length)]!()
    }
    for (let round = 0; round < 3000; round++) {
      const type = next() < 0.5 ? 'Polygon' : 'MultiPolygon'
      expect(checkShape({ type, coordinates: any(4) })).toBeTypeOf('object')
    }
    // points on a tiny grid coincide often, which is where a sweep goes wrong
    for (let round = 0; round < 3000; round++) {
      const ring = Array.from({ length: 4 + (round % 8) }, () => [Math.round(next() * 3), Math.round(next() * 3)])
      expect(checkShape(polygon([...ring, ring[0]!]))).toBeTypeOf('object')
    }
  })

  it('checks 50,000 places, crossing or not', () => {
    const ring = star(random(4), 50_000)
    expect(checked(polygon(ring)).places).toBeGreaterThan(49_000)
    const [a, b] = [ring[20_000]!, ring[45_000]!]
    const crossed = ring.with(20_000, b).with(45_000, a)
    expect(faultsOf(polygon(crossed))[0]).toMatchObject({ code: 'crossing' })
  })
})

describe('a simpler shape', () => {
  const area = (shape: Shape) => {
    const [ring] = (shape.type === 'Polygon' ? shape.coordinates : shape.coordinates[0]!) as Ring[]
    return ring!.slice(1).reduce((sum, [x, y], i) => sum + ring![i]![0] * y - x * ring![i]![1], 0) / 2
  }
  const round: Shape = {
    type: 'Polygon',
    coordinates: [
      Array.from(
        { length: 1001 },
        (_, i): Place => [8 + Math.cos((i * Math.PI) / 500), 47 + Math.sin((i * Math.PI) / 500)],
      ),
    ],
  }

  it('has no more places than asked for, and nearly the same area', () => {
    const simple = simplifyShape(round, 100)
    expect(countPlaces(simple)).toBe(100)
    expect(area(simple)).toBeGreaterThan(3.13)
    expect(area(simple)).toBeLessThan(Math.PI)
    checked(simple)
  })

  it('leaves a simple enough shape unchanged', () => {
    expect(simplifyShape(round, 1001)).toEqual(round)
  })

  it('drops small islands if removing corners is not enough', () => {
    const islands = Array.from({ length: 20 }, (_, i) => [square(i, 47, i === 7 ? 0.9 : 0.1)])
    const simple = simplifyShape({ type: 'MultiPolygon', coordinates: islands }, 10)
    expect(countPlaces(simple)).toBeLessThanOrEqual(10)
    expect(JSON.stringify(simple)).toContain('7.9')
  })
})
