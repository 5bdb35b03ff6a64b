import { existsSync } from 'node:fs'

/** What `npm start` runs: the server as `npm run build` made it. */
const built = new URL('../dist-server/server-main.mjs', import.meta.url)
if (!existsSync(built)) {
  process.stderr.write('The server is not built yet: run "npm run build" first\n')
  process.exit(2)
}
await import(built.href)
