import type { Plugin } from 'vite'

/** The page without comments and indentation: each visit waits for it, and its scripts are no modules that are made small. */
export function shortPage(): Plugin {
  return {
    name: 'hivewatch-short-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace(/<!--[\s\S]*?-->/g, '')
          .replace(/^\s*\/\/.*\n/gm, '')
          .replace(/\n\s+/g, '\n'),
    },
  }
}
