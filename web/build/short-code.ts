import { minify } from 'terser'
import type { Plugin } from 'vite'
import { isPackagePiece } from './pieces.ts'

/**
 * Has terser shorten the app's chunks before the bundler's own minifier renames and prints them, which makes each 1 to 4 % smaller over the wire. Chunks of a
 * single package are left as they are: terser cannot shrink react any further, and the maps would take a minute.
 */
export function shortCode(): Plugin {
  return {
    name: 'hivewatch-short-code',
    apply: 'build',
    async renderChunk(source, { name }) {
      if (isPackagePiece(name)) return null
      const { code } = await minify(source, {
        module: true,
        mangle: false,
        compress: { passes: 2, ecma: 2020 },
        format: { ecma: 2020, comments: 'all' },
      })
      return { code: code!, map: null }
    },
  }
}
