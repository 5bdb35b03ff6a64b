import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The declarations of the only rule with this selector. */
function rule(selector: string): Record<string, string> {
  const found = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].find(([, head = '', body = '']) => {
    const clean = head.replace(/\/\*[\s\S]*?\*\//g, '').trim()
    return clean === selector && body.includes('--accent:')
  })
  if (!found) throw new Error(`tokens.css has no rule ${selector} with colors`)
  return Object.fromEntries(
    [...(found[2] ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
}

const light = rule(':root')
const dark = rule(':root[data-theme="dark"]')
const looks: Record<string, Record<string, string>> = {
  'hivewatch light': light,
  'biovet light': { ...light, ...rule(':root[data-variant="biovet"]') },
  'hivewatch dark': dark,
  'biovet dark': { ...dark, ...rule(':root[data-variant="biovet"][data-theme="dark"]') },
}

type Rgb = [number, number, number]

function linear(hex: string): Rgb {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = linear(hex)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** OKLab of linear sRGB (Ottosson 2020): lightness from 0 to 1, then the two color axes. */
function okLab([red, green, blue]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Complete color blindness on linear sRGB (Machado, Oliveira, Fernandes 2009, severity 1). */
const visions: Record<string, [Rgb, Rgb, Rgb]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function seen(hex: string, vision: [Rgb, Rgb, Rgb]): Rgb {
  const color = linear(hex)
  const mix = (row: Rgb) => Math.min(1, Math.max(0, row[0] * color[0] + row[1] * color[1] + row[2] * color[2]))
  return okLab([mix(vision[0]), mix(vision[1]), mix(vision[2])])
}

const pairs = (count: number) =>
  Array.from({ length: count }, (_, a) =>
    Array.from({ length: count - a - 1 }, (_, b) => [a, a + b + 1] as const),
  ).flat()

const grounds = ['--ground', '--surface']
const inks = ['--ink', '--ink-quiet', '--accent-ink', '--gain', '--loss', '--alarm', '--stale', '--ok']
const text: [string, string][] = [
  ...inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ['--ink', '--sunken'],
  ['--ink-quiet', '--sunken'],
  ['--accent-ink', '--sunken'],
  ['--alarm', '--sunken'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-pressed'],
  ['--on-alarm', '--alarm-fill'],
  ...['accent', 'gain', 'loss', 'alarm', 'stale', 'ok'].flatMap((tone): [string, string][] => [
    [tone === 'accent' ? '--accent-ink' : `--${tone}`, `--${tone}-soft`],
    ['--ink', `--${tone}-soft`],
  ]),
]
const shapes: [string, string][] = ['--line-strong', '--focus', '--accent-line'].flatMap((shape) =>
  [...grounds, '--sunken'].map((ground): [string, string] => [shape, ground]),
)

describe.each(Object.entries(looks))('the colors of %s', (_, look) => {
  const value = (token: string) => look[token] ?? expect.fail(`no color ${token}`)

  it.each(text)('make %s readable on %s, 7:1', (ink, ground) => {
    expect(contrast(value(ink), value(ground))).toBeGreaterThanOrEqual(7)
  })

  it.each(shapes)('make %s visible on %s, 3:1', (shape, ground) => {
    expect(contrast(value(shape), value(ground))).toBeGreaterThanOrEqual(3)
  })
})

describe.each([
  ['light', light],
  ['dark', dark],
])('the series colors, %s', (_, look) => {
  const series = Array.from({ length: 8 }, (_, index) => look[`--series-${index + 1}`] ?? '')

  it('stand out from the surface', () => {
    for (const color of series) expect(contrast(color, look['--surface'] ?? '')).toBeGreaterThanOrEqual(3)
  })

  it('all differ in lightness', () => {
    const lightness = series.map((color) => okLab(linear(color))[0])
    for (const [a, b] of pairs(8)) expect(Math.abs(lightness[a]! - lightness[b]!)).toBeGreaterThan(0.03)
  })

  it.each(Object.keys(visions))('can be told apart with %s', (name) => {
    const colors = series.map((color) => seen(color, visions[name]!))
    for (const [a, b] of pairs(8)) {
      const [p, q] = [colors[a]!, colors[b]!]
      expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])).toBeGreaterThan(0.1)
    }
  })
})

describe.each([
  ['light', light],
  ['dark', dark],
])('the colors of heat maps, %s', (_, look) => {
  const stops = Array.from({ length: 5 }, (_, index) => look[`--heat-${index + 1}`] ?? '')

  it('move away from the middle evenly on both sides', () => {
    const lightness = stops.map((color) => okLab(linear(color))[0])
    const fromMiddle = lightness.map((value) => Math.abs(value - lightness[2]!))
    for (const [outer, inner] of [
      [0, 1],
      [4, 3],
    ] as const) {
      expect(fromMiddle[inner]).toBeGreaterThan(0.08)
      expect(fromMiddle[outer]).toBeGreaterThan(fromMiddle[inner]! + 0.08)
    }
  })

  it.each(Object.keys(visions))('show more and less with %s', (name) => {
    const colors = stops.map((color) => seen(color, visions[name]!))
    for (const [a, b] of pairs(5)) {
      const [p, q] = [colors[a]!, colors[b]!]
      expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]), `${a + 1} and ${b + 1}`).toBeGreaterThan(0.06)
    }
  })
})

describe('the dark colors', () => {
  it('are the same whether the system or the user asks for them', () => {
    expect(rule(':root:not([data-theme="light"])')).toEqual(dark)
    expect(rule(':root[data-variant="biovet"]:not([data-theme="light"])')).toEqual(
      rule(':root[data-variant="biovet"][data-theme="dark"]'),
    )
  })

  it('set every color that the light ones set', () => {
    expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort())
  })
})
