import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { DAY_MS } from '#domain/platform/durations.ts'
import { bundledName, bundleServer } from '../../../server/bundle-server.ts'

const root = path.join(import.meta.dirname, '../../..')
// checkouts may share their packages, but bundled code finds its source relative to its own location
const cache = path.join(realpathSync(path.join(root, 'node_modules')), '.cache/bundled-server')

export type BundledServer = {
  /** The file to run in place of a source file, say `server/main.ts`. */
  program(source: string): string
  /** Environment variables: compiled code is cached beside its source. */
  settings: Record<string, string>
}

const isTest = (file: string) => file.endsWith('.test.ts')

let made: Promise<BundledServer> | undefined

/** The server as `npm run build` builds it, built once for each state of the source by whoever needs it first. */
export function bundledServer(): Promise<BundledServer> {
  made ??= makeBundle()
  return made
}

/** Runs a program of the source, say `server/commands/restore.ts`, to its end. Rejects if it fails. */
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
      // another process finished at the same time
      rmSync(unfinished, { recursive: true })
      if (!existsSync(folder)) throw error
    }
  }
  return {
    program: (source) => path.join(folder, bundledName(source)),
    settings: { NODE_COMPILE_CACHE: path.join(folder, 'compiled') },
  }
}

/** Hashes only the files' sizes and times: reading them would take as long as it saves. */
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

/** Removes bundles that no current run can still be using. */
function forgetOld(): void {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache)) {
    const old = path.join(cache, name)
    if (statSync(old).mtimeMs < Date.now() - DAY_MS) rmSync(old, { recursive: true, force: true })
  }
}
