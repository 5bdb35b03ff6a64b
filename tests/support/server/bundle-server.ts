import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { DAY_MS } from '#domain/platform/durations.ts'
import { bundledName, bundleServer } from '../../../server/bundle-server.ts'

const root = path.join(import.meta.dirname, '../../..')
// checkouts may share their packages, and what is bundled finds the source from where it lies
const cache = path.join(realpathSync(path.join(root, 'node_modules')), '.cache/bundled-server')

export type BundledServer = {
  /** The file to run in place of a file of the source, say `server/main.ts`. */
  program(source: string): string
  /** Of the environment: what is compiled is kept beside what it was compiled from. */
  settings: Record<string, string>
}

const isTest = (file: string) => file.endsWith('.test.ts')

let made: Promise<BundledServer> | undefined

/** The server as `npm run build` makes it, made once for each state of the source, by whoever needs it first. */
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
    await bundleServer(unfinished, folder)
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      // another process was as far at the same time
      rmSync(unfinished, { recursive: true })
      if (!existsSync(folder)) throw error
    }
  }
  return {
    program: (source) => path.join(folder, bundledName(source)),
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
  for (const file of [...files.filter(isRead).sort(), 'package-lock.json']) {
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
