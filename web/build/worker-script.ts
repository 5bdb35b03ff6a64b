import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** The files that the worker is told about; pictures and the worker itself are not among them. */
const told = ['index.html', 'old-browser.js', 'assets/*.{js,mjs,css,json,woff2}']

/** The largest files a first visit still lacks: requested while the worker itself is being fetched, which takes a second on slow 3G. */
const early = /^assets\/(common|hives)-[\w-]{7}\.js$/

const stampOf = (file: string) => hash('sha256', readFileSync(file), 'base64url').slice(0, 7)

/**
 * Turns the built worker into a file named by its content, plus a short `sw.js` that names it and the files of this build. Changing a word then invalidates
 * only that list, not the worker.
 */
export function workerScript(folder: string): Plugin {
  return {
    name: 'hivewatch-worker-script',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        // the page contains it
        rmSync(path.join(folder, 'importmap.json'), { force: true })
        // a build that failed has none; its own error is what should be shown
        if (!existsSync(path.join(folder, 'index.html'))) return
        const built = path.join(folder, 'sw.js')
        const worker = `assets/worker-${stampOf(built)}.js`
        const files = globSync(told, { cwd: folder }).sort()
        // all others have the hash of their content in their name
        const stamped = files.map((file) =>
          file.startsWith('assets/') ? file : [file, stampOf(path.join(folder, file))],
        )
        renameSync(built, path.join(folder, worker))
        const first = JSON.stringify(files.filter((file) => early.test(file)).map((file) => `/${file}`))
        // a worker that starts again already has them
        const ask = `if(!registration.active)for(const file of ${first})fetch(file).then(r=>r.blob()).catch(Boolean)`
        writeFileSync(built, `${ask};self.builtFiles=${JSON.stringify(stamped)};importScripts("/${worker}")\n`)
      },
    },
  }
}
