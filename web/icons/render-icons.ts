import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'

/** Creates `web/public/icons/` from the drawings beside this file and the colors of the kit: node web/icons/render-icons.ts */

const here = import.meta.dirname
const target = path.join(here, '../public/icons')
const read = (file: string) => readFileSync(path.join(here, file), 'utf8')
const tokens = read('../ui/tokens.css')
const mark = read('mark.svg')
const names: Record<string, string> = { hivewatch: 'HiveWatch', biovet: 'BioVet' }

type Picture = {
  file: string
  variant: string
  size: number
  drawing: string
  /** The share of the width that the drawing takes up. */
  share: number
  ground: string
}

/** A launcher may crop a maskable icon to a circle of 80 % of its width. */
const pictures: Picture[] = [
  ...['hivewatch', 'biovet'].flatMap((variant): Picture[] => {
    const open = { variant, drawing: mark, share: 1, ground: 'transparent' }
    const closed = { variant, drawing: mark, share: 0.68, ground: 'var(--ground)' }
    return [
      { ...open, file: `${variant}-192.png`, size: 192 },
      { ...open, file: `${variant}-512.png`, size: 512 },
      { ...closed, file: `${variant}-maskable-512.png`, size: 512 },
      { ...closed, file: `${variant}-apple-touch-icon.png`, size: 180, share: 0.76 },
    ]
  }),
  { file: 'badge-96.png', variant: 'hivewatch', size: 96, drawing: read('badge.svg'), share: 1, ground: 'transparent' },
]

async function render(page: Page, { variant, size, drawing, share, ground }: Picture): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<!doctype html><html data-variant="${variant}" data-theme="light"><style>${tokens}
    body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${ground}; }
    svg { width: ${share * 100}vmin; height: ${share * 100}vmin; }
  </style>${drawing}</html>`)
  return page.screenshot({ omitBackground: true })
}

/** The drawing with its colors inlined, since a separate file has no style sheet. */
async function colored(page: Page, variant: string): Promise<string> {
  await page.setContent(
    `<!doctype html><html data-variant="${variant}" data-theme="light"><style>${tokens}</style></html>`,
  )
  const colors = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return Object.fromEntries(['--accent', '--on-accent'].map((name) => [name, style.getPropertyValue(name).trim()]))
  })
  return mark
    .replace(/<title>.*<\/title>/, `<title>${names[variant]}</title>`)
    .replace(/var\((--[\w-]+)\)/g, (_, name: string) => colors[name] ?? '')
}

mkdirSync(target, { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage()
for (const picture of pictures) writeFileSync(path.join(target, picture.file), await render(page, picture))
for (const variant of ['hivewatch', 'biovet']) {
  writeFileSync(path.join(target, `${variant}.svg`), await colored(page, variant))
}
await browser.close()
