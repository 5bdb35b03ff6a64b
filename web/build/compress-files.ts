import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import type { Plugin } from 'vite'

/** Below this size, compression saves less than a header costs. */
const FLOOR_BYTES = 256

/** Writes `.br` and `.gz` next to every text file, so that the server never compresses these at run time. */
export function compressFiles(folder: string): Plugin {
  return {
    name: 'hivewatch-compress-files',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const file of globSync('**/*.{js,mjs,css,svg,json,wasm}', { cwd: folder })) {
          const target = path.join(folder, file)
          const source = readFileSync(target)
          if (source.length < FLOOR_BYTES) continue
          const params = { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY }
          writeFileSync(`${target}.br`, brotliCompressSync(source, { params }))
          writeFileSync(`${target}.gz`, gzipSync(source, { level: 9 }))
        }
      },
    },
  }
}
