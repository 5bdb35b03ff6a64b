import { minifySync } from 'rolldown/utils'
import type { Plugin } from 'vite'

/** The page without comments and indentation: each visit waits for it, and its scripts are no modules that are made small. */
export function shortPage(): Plugin {
  return {
    name: 'hivewatch-short-page',
    apply: 'build',
    transformIndexHtml: { order: 'pre', handler: shortened },
  }
}

export const shortened = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/(?<=<script>)[\s\S]*?(?=<\/script>)/g, shortScript)
    .replace(/\n\s+/g, '\n')

/** Still ES5, of which the minifier knows nothing; what scripts call by name others do, too: names stay. */
function shortScript(script: string): string {
  const { code, errors } = minifySync('page.js', script, {
    module: false,
    compress: false,
    mangle: { toplevel: false },
  })
  if (errors[0]) throw errors[0]
  return code.replace(/`([^`]*)`/g, (_, text: string) => `"${text.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`)
}
