import type { Plugin } from 'vite'

/**
 * Runs the packages that every visit needs as soon as each is there, while the rest is on its way, and by itself: all at once with the
 * app would keep a slow phone from hearing anybody for twice as long.
 */
export function earlyPackages(): Plugin {
  return {
    name: 'hivewatch-early-packages',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: withScripts },
  }
}

export const withScripts = (html: string): string =>
  html.replace(
    /<link rel="modulepreload" crossorigin href="([^"]+)">/g,
    '<script type="module" async fetchpriority="high" crossorigin src="$1"></script>',
  )
