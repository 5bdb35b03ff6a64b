import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { refuseArguments } from './commands/refuse-arguments.ts'

/** Entry point of `npm start`: runs the server as built by `npm run build`, or another bundle given as argument. */
const [bundle, ...more] = process.argv.slice(2)
refuseArguments(bundle?.startsWith('-') ? [bundle, ...more] : more)
const program = bundle ?? path.join(import.meta.dirname, '../dist-server/current/server-main.mjs')
if (!existsSync(program)) {
  process.stderr.write('The server is not built yet: run "npm run build" first\n')
  process.exit(2)
}
// the C library's allocator returns little of the memory that is freed in small pieces
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
