import type { Plugin } from 'vite'

type Files = Record<string, { source?: string | Uint8Array }>

/**
 * What a first visit waits for is on its way as soon as the page begins to come: the scripts of the app stand first in it, and before
 * them the import map, which Vite puts there. The style sheet is in the page: as a file it came one answer later, half a second on a slow
 * network in which nothing is shown. And packages run by themselves as soon as each is there: all at once with the app would keep a slow
 * phone from hearing anybody for twice as long.
 */
export function earlyParts(): Plugin {
  return {
    name: 'hivewatch-early-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk }) {
        // else whatever is opened later asks for the sheet
        chunk?.viteMetadata?.importedCss.clear()
        return withEarlyParts(html, bundle as Files)
      },
    },
  }
}

/** Takes the style sheet out of `files`: nobody asks for it. */
export function withEarlyParts(html: string, files: Files): string {
  const scripts: string[] = []
  const page = html
    .replace(
      /<link rel="modulepreload" crossorigin href="([^"]+)">/g,
      '<script type="module" async fetchpriority="high" crossorigin src="$1"></script>',
    )
    .replace(/<script type="module"[^>]*><\/script>\n?/g, (script) => {
      scripts.push(script.trim())
      return ''
    })
    .replace(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/, (_, file: string) => {
      const css = String(files[file]!.source)
      if (css.includes('</')) throw new Error(`${file} cannot stand in the page: there is a \`</\` in it`)
      delete files[file]
      return `<style data-page>${css.trim()}</style>`
    })
    .replace('<script>', (script) => `${scripts.join('\n')}\n${script}`)
  if (scripts.length < 2 || !page.includes('<style data-page>'))
    throw new Error('index.html names its scripts and its style sheet in another way')
  return page
}
