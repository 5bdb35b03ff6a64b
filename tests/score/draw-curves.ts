/** One line of a picture: how much is found at how many false alarms, from the lowest confidence to the highest. */
export type Curve = { name: string; points: { falsePerYear: number; recall: number; percent: number }[] }

const WIDTH = 760
const HEIGHT = 460
const LEFT = 64
const RIGHT = 170
const TOP = 44
const BOTTOM = 60
const LEAST = 0.005
const MOST = 100
const RINGING_PERCENT = 50
const xTicks = [0, 0.01, 0.1, 1, 10, 100]
const yTicks = [0, 25, 50, 75, 100]
/** Told apart by dashes, marks and names at their ends, not by color alone (Okabe and Ito 2008). */
const styles = [
  { light: '#0072b2', dark: '#56b4e9', dash: '' },
  { light: '#b34d00', dark: '#e69f00', dash: '7 4' },
  { light: '#00735a', dark: '#2fc79a', dash: '2 4' },
  { light: '#a3436f', dark: '#e79ac0', dash: '10 4 2 4' },
  { light: '#5b5b5b', dark: '#c4c4c4', dash: '4 2' },
] as const

const x = (falsePerYear: number): number => {
  const share = Math.log(Math.min(MOST, Math.max(LEAST, falsePerYear)) / LEAST) / Math.log(MOST / LEAST)
  return Math.round((LEFT + share * (WIDTH - LEFT - RIGHT)) * 10) / 10
}
const y = (recall: number): number => Math.round((TOP + (1 - recall) * (HEIGHT - TOP - BOTTOM)) * 10) / 10

/** Curves of recall against false alarms as SVG, readable in light and dark; `alone` are detectors with one point each. */
export function drawCurves(
  title: string,
  about: string,
  curves: readonly Curve[],
  alone: readonly Curve[] = [],
): string {
  const grid = [
    ...xTicks.map((tick) => `<path class="grid" d="M${x(tick)} ${TOP}V${HEIGHT - BOTTOM}"/>`),
    ...yTicks.map((tick) => `<path class="grid" d="M${LEFT} ${y(tick / 100)}H${WIDTH - RIGHT}"/>`),
  ]
  const labels = [
    ...xTicks.map((tick) => text(x(tick), HEIGHT - BOTTOM + 18, String(tick), 'middle')),
    ...yTicks.map((tick) => text(LEFT - 8, y(tick / 100) + 4, `${tick} %`, 'end')),
    text(
      (LEFT + WIDTH - RIGHT) / 2,
      HEIGHT - 14,
      'false alarms per hive and year (logarithmic, 0 at the left edge)',
      'middle',
    ),
    `<text transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">found</text>`,
    text(LEFT, 24, title, 'start', 'title'),
  ]
  const lines = curves.flatMap(({ name, points }, at) => {
    const { dash } = styles[at % styles.length]!
    const path = points.map(({ falsePerYear, recall }) => `${x(falsePerYear)} ${y(recall)}`).join('L')
    const ringing = points.find(({ percent }) => percent === RINGING_PERCENT)
    const end = WIDTH - RIGHT + 16
    const row = TOP + 12 + at * 22
    return [
      `<path class="line c${at}" d="M${path}"${dash && ` stroke-dasharray="${dash}"`}/>`,
      ringing ? `<circle class="mark c${at}" cx="${x(ringing.falsePerYear)}" cy="${y(ringing.recall)}" r="5"/>` : '',
      `<path class="line c${at}" d="M${end} ${row - 4}h30"${dash && ` stroke-dasharray="${dash}"`}/>`,
      text(end + 38, row, name, 'start'),
    ]
  })
  const points = alone.flatMap(({ name, points }) =>
    points.flatMap(({ falsePerYear, recall }) => [
      `<path class="alone" d="M${x(falsePerYear) - 5} ${y(recall) - 5}l10 10m0 -10l-10 10"/>`,
      text(x(falsePerYear) + 8, y(recall) + 22, name, 'end'),
    ]),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title about">
<title id="title">${escaped(title)}</title>
<desc id="about">${escaped(about)}</desc>
<style>
text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600;font-size:15px}.page{fill:#fff}.grid{stroke:#d1d5da;fill:none}
.line{fill:none;stroke-width:2.2;stroke-linejoin:round}.mark{stroke-width:2;fill:#fff}.alone{stroke:#1f2328;stroke-width:2.4;fill:none}
${styles.map(({ light }, at) => `.c${at}{stroke:${light}}`).join('')}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117}.grid{stroke:#363d46}.mark{fill:#0d1117}.alone{stroke:#e6edf3}
${styles.map(({ dark }, at) => `.c${at}{stroke:${dark}}`).join('')}}
</style>
<rect class="page" width="${WIDTH}" height="${HEIGHT}"/>
${[...grid, ...lines, ...points, ...labels].filter(Boolean).join('\n')}
</svg>
`
}

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const text = (x: number, y: number, words: string, anchor: string, style = ''): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}"${style && ` class="${style}"`}>${escaped(words)}</text>`
