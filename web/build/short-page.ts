import { minifySync } from 'rolldown/utils'
import type { Plugin } from 'vite'

/** Removes comments and indentation from the page: every visit waits for it, and its scripts are not modules that the build would minify. */
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

/** The script must stay ES5, which the minifier does not know about; names stay too, since scripts call each other by them. */
function shortScript(script: string): string {
  const { code, errors } = minifySync('page.js', script, {
    module: false,
    compress: false,
    mangle: { toplevel: false },
  })
  if (errors[0]) throw errors[0]
  return code.replace(/`([^`]*)`/g, (_, text: string) => `"${text.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`)
}
