import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** What `npm start` runs: the server as `npm run build` made it, or another bundle that is named. */
const program = process.argv[2] ?? path.join(import.meta.dirname, '../dist-server/current/server-main.mjs')
if (!existsSync(program)) {
  process.stderr.write('The server is not built yet: run "npm run build" first\n')
  process.exit(2)
}
// the C library's own allocator gives little back of what is freed in pieces
const [allocator] = globSync('/usr/lib/*/libjemalloc.so.2')
if (allocator && !process.env.LD_PRELOAD && process.execve) {
  const words = [process.execPath, ...process.execArgv, program]
  process.execve(process.execPath, words, {
    MALLOC_CONF: 'background_thread:true,narenas:4,dirty_decay_ms:2000',
    ...process.env,
    LD_PRELOAD: allocator,
  })
}
await import(pathToFileURL(program).href)
