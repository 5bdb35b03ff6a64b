import type { Plugin } from 'vite'

type Files = Record<string, { source?: string | Uint8Array }>

/**
 * Makes sure that what a first visit waits for is requested as soon as the page begins to arrive: the app's scripts come first in the page, preceded by the
 * import map that Vite inserts. The style sheet is inlined, because as a file it would arrive one round trip later: half a second of blank page on a slow
 * network. Packages run on their own as soon as each has arrived; running them all together with the app would block a slow phone for twice as long.
 */
export function earlyParts(): Plugin {
  return {
    name: 'hivewatch-early-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk }) {
        // otherwise whatever is opened later would request the style sheet
        chunk?.viteMetadata?.importedCss.clear()
        return withEarlyParts(html, bundle as Files)
      },
    },
  }
}

/** What Lightning CSS adds to `color-scheme` for `light-dark()`, which no style sheet uses: the tokens do it. */
const ofLightDark = /--lightningcss-(light|dark): ?(initial)?;/g

/** Moves the style sheet from `files` into the page: nobody requests it separately. */
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
      if (css.includes('var(--lightningcss'))
        throw new Error(`${file} uses light-dark(), whose properties are left out`)
      if (css.includes('</')) throw new Error(`${file} cannot stand in the page: there is a \`</\` in it`)
      delete files[file]
      return `<style data-page>${css.replace(ofLightDark, '').trim()}</style>`
    })
    .replace('<script>', (script) => `${scripts.join('\n')}\n${script}`)
  if (scripts.length < 2 || !page.includes('<style data-page>'))
    throw new Error('index.html names its scripts and its style sheet in another way')
  return page
}
