import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { DAY_MS } from '#domain/platform/durations.ts'

const root = path.join(import.meta.dirname, '../..')
const cache = path.join(root, 'node_modules/.cache/bundled-server')

/** What is run by itself: the server, its threads, its commands, and what a test starts in a process of its own. */
const PROGRAMS = [
  'server/main.ts',
  'server/store/worker.ts',
  'server/operations/upkeep/copy-database-worker.ts',
  'server/platform/db/upgrade-database.ts',
  'server/commands/*.ts',
  'migrations/[0-9]*.ts',
]
/** They read files that lie beside their own, or are not JavaScript. */
const LEFT_ALONE = /^(node:|better-sqlite3|@node-rs\/argon2|@sentry\/node|pdfkit|fontkit|swissqrbill)/

export type BundledServer = {
  /** The file to run in place of a file of the source, say `server/main.ts`. */
  program(source: string): string
  /** Of the environment: what is compiled is kept beside what it was compiled from. */
  settings: Record<string, string>
}

const isTest = (file: string) => file.endsWith('.test.ts')

let made: Promise<BundledServer> | undefined

/**
 * The server in a few files: node reads them in a third of the time that it takes for the 1,500 of the source. They are made
 * once for each state of the source, by whoever needs them first.
 */
export function bundledServer(): Promise<BundledServer> {
  made ??= makeBundle()
  return made
}

/** Runs a program of the source, say `server/commands/restore.ts`, to its end. Rejects where that is not well. */
export async function runBundled(source: string, words: string[], env: Record<string, string>) {
  const { program, settings } = await bundledServer()
  return promisify(execFile)(process.execPath, [program(source), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings, ...env },
  })
}

async function makeBundle(): Promise<BundledServer> {
  const folder = path.join(cache, stateOfSource())
  if (!existsSync(folder)) {
    forgetOld()
    const unfinished = `${folder}.${process.pid}`
    await bundle(folder, unfinished)
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      // another process was as far at the same time
      rmSync(unfinished, { recursive: true })
      if (!existsSync(folder)) throw error
    }
  }
  return {
    program: (source) => path.join(folder, source.replace(/\.ts$/, '.mjs')),
    settings: { NODE_COMPILE_CACHE: path.join(folder, 'compiled') },
  }
}

/** Of the files' sizes and times alone: reading them would take as long as what is saved. */
function stateOfSource(): string {
  const hash = createHash('sha256').update(`${root} ${process.version}\n`)
  const isRead = (file: string) => /\.(ts|json)$/.test(file) && !isTest(file)
  const files = ['server', 'migrations'].flatMap((place) =>
    readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' }).map((file) => path.join(place, file)),
  )
  for (const file of [...files.filter(isRead).sort(), 'package-lock.json', 'tests/support/bundle-server.ts']) {
    const { size, mtimeMs } = statSync(path.join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** What no run of today can still be using. */
function forgetOld(): void {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache)) {
    const old = path.join(cache, name)
    if (statSync(old).mtimeMs < Date.now() - DAY_MS) rmSync(old, { recursive: true, force: true })
  }
}

async function bundle(folder: string, into: string): Promise<void> {
  const { rolldown } = await import('rolldown')
  const programs = globSync(PROGRAMS, { cwd: root }).filter((file) => !isTest(file))
  const made = await rolldown({
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    input: Object.fromEntries(programs.map((file) => [file.replace(/\.ts$/, ''), path.join(root, file)])),
    external: LEFT_ALONE,
    plugins: [{ name: 'places', transform: (code, file) => withPlacesOf(code, file, folder) }],
  })
  await made.write({
    dir: into,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'shared/[name]-[hash].mjs',
  })
  await made.close()
}

/** Threads and migrations are found in the bundle; all else that lies beside a file of ours is found where that was. */
function withPlacesOf(code: string, file: string, folder: string): string | undefined {
  if (!file.startsWith(path.join(root, 'server'))) return
  const beside = path.dirname(file)
  const inBundle = (name: string) => path.join(folder, path.relative(root, beside), name.replace(/\.ts$/, '.mjs'))
  return code
    .replaceAll(/new Worker\(new URL\('(\.[^']+)', import\.meta\.url\)/g, (_, name: string) => {
      return `new Worker(new URL(${JSON.stringify(pathToFileURL(inBundle(name)))})`
    })
    .replaceAll(/import\(path\.join\(folder, `\$\{name\}\.ts`\)\)/g, () => {
      return `import(${JSON.stringify(path.join(folder, 'migrations/'))} + name + '.mjs')`
    })
    .replaceAll('import.meta.dirname', JSON.stringify(beside))
    .replaceAll('import.meta.filename', JSON.stringify(file))
}
