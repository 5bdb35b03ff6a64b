import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectFiles, root } from '../architecture/source-files.ts'
import type { Stage, Step } from './read-dockerfile.ts'

/** What a stage has made: its folder stands for `/`. */
export type Made = { folder: string; workdir: string; environment: Record<string, string>; words: string[] }

/**
 * Does what the Dockerfile says, each stage in an empty folder of its own below `place`, with the Node and npm of this
 * machine. `npm ci` with all packages is what made this checkout's node_modules, so that they are linked instead.
 */
export function runStages(stages: readonly Stage[], place: string): Map<string, Made> {
  const made = new Map<string, Made>()
  mkdirSync(path.join(place, 'bin'), { recursive: true })
  // files cannot be given away by everybody; who owns them matters in the image alone
  writeFileSync(path.join(place, 'bin/chown'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  for (const stage of stages) {
    const folder = path.join(place, stage.name)
    const now: Made = { folder, workdir: '/', environment: {}, words: [] }
    mkdirSync(folder)
    if (stage.base.startsWith('node:')) installNode(folder)
    for (const step of stage.steps) doStep(step, now, made, place)
    made.set(stage.name, now)
  }
  return made
}

/** The official image has Node there. */
function installNode(folder: string): void {
  mkdirSync(path.join(folder, 'usr/local/bin'), { recursive: true })
  cpSync(process.execPath, path.join(folder, 'usr/local/bin/node'))
}

function doStep(step: Step, now: Made, made: ReadonlyMap<string, Made>, place: string): void {
  const here = path.join(now.folder, now.workdir)
  if (step.kind === 'environment') Object.assign(now.environment, step.values)
  if (step.kind === 'command') now.words = step.words
  if (step.kind === 'workdir') {
    now.workdir = step.folder
    mkdirSync(path.join(now.folder, step.folder), { recursive: true })
  }
  if (step.kind === 'copy') copy(step, now, made)
  if (step.kind !== 'run') return
  if (/^npm ci( --ignore-scripts)?$/.test(step.command)) linkPackages(here)
  else {
    // what the stage knows as /data or /app lies below its folder
    const command = step.command.replaceAll(/(?<=^|\s)\/(?=\w)/g, `${now.folder}/`)
    const PATH = `${place}/bin:${path.dirname(process.execPath)}:${process.env.PATH}`
    const env = { ...process.env, PATH, npm_config_prefer_offline: 'true' }
    execFileSync('sh', ['-ec', command], { cwd: here, env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

function linkPackages(folder: string): void {
  execFileSync('cp', ['-al', path.join(root, 'node_modules'), path.join(folder, 'node_modules')])
  // npm and Vite write these in place, which would change those of the checkout
  for (const own of ['.package-lock.json', '.cache', '.vite', '.vite-temp']) {
    rmSync(path.join(folder, 'node_modules', own), { recursive: true, force: true })
  }
}

function copy({ from, sources, target }: Step & { kind: 'copy' }, now: Made, made: ReadonlyMap<string, Made>): void {
  const to = path.resolve(now.workdir, target)
  const many = sources.length > 1 || target.endsWith('/') || target === '.'
  for (const source of sources) {
    if (from !== undefined) {
      const stage = made.get(from)
      if (!stage) throw new Error(`the Dockerfile copies from ${from}, which is no stage before`)
      mkdirSync(path.dirname(path.join(now.folder, to)), { recursive: true })
      execFileSync('cp', ['-alT', path.join(stage.folder, source), path.join(now.folder, to)])
      continue
    }
    const files = context().filter((file) => source === '.' || file === source || file.startsWith(`${source}/`))
    if (files.length === 0) throw new Error(`the Dockerfile copies ${source}, which is not in its context`)
    for (const file of files) {
      const name = file === source ? (many ? path.basename(file) : '') : path.posix.relative(source, file)
      cpSync(path.join(root, file), path.join(now.folder, to, name))
    }
  }
}

let listed: string[] | undefined

/** What Docker would be given of a fresh clone. */
function context(): string[] {
  const file = path.join(root, '.dockerignore')
  const ignored = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  listed ??= projectFiles('').filter(
    (name) => !ignored.some((pattern) => path.matchesGlob(name, pattern) || path.matchesGlob(name, `${pattern}/**`)),
  )
  return listed
}
