import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../architecture/source-files.ts'
import { readDockerfile } from './read-dockerfile.ts'
import { type Made, runStages } from './run-stages.ts'

/**
 * `npm run test:image`: takes the steps of the Dockerfile in empty folders, starts what comes out, and weighs it. The app
 * that was built so becomes this checkout's `dist`, so that the browser tests need no build of their own.
 */
const AT_MOST_MEGABYTES = 300
/** `debian:bookworm-slim` as Docker lists it. */
const BASE_MEGABYTES = 75
const START_AT_MOST_MS = 120_000

const began = Date.now()
const place = mkdtempSync(path.join(tmpdir(), 'hivewatch-image-'))
try {
  const stages = readDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))
  const made = runStages(stages, place)
  const image = made.get(stages.at(-1)!.name)!
  const own = bytesBelow(image.folder) / 1e6
  const total = BASE_MEGABYTES + own
  if (total > AT_MOST_MEGABYTES)
    throw new Error(`the image has ${total.toFixed()} MB, at most ${AT_MOST_MEGABYTES} are allowed`)
  await tryImage(image)
  rmSync(path.join(root, 'dist'), { recursive: true, force: true })
  cpSync(path.join(image.folder, image.workdir, 'dist'), path.join(root, 'dist'), { recursive: true })
  const seconds = ((Date.now() - began) / 1000).toFixed()
  console.log(
    `the image: ${own.toFixed()} MB on ${BASE_MEGABYTES} MB of Debian, built, started and tried in ${seconds} s`,
  )
} finally {
  rmSync(place, { recursive: true, force: true })
}

/** Starts it as its CMD says, and makes an account, which needs database, password hashes and texts. */
async function tryImage({ folder, workdir, environment, words }: Made): Promise<void> {
  const within = (value: string) => (value.startsWith('/') ? path.join(folder, value) : value)
  const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, within(value)]))
  mkdirSync(path.join(folder, 'tmp'), { recursive: true })
  const command = path.join(folder, 'usr/local/bin', words[0]!)
  const server = spawn(command, words.slice(1), {
    cwd: path.join(folder, workdir),
    env: { ...env, HOST: '127.0.0.1', PORT: '0', WEATHER_URL: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(server, 'exit')
  const timer = setTimeout(() => server.kill('SIGKILL'), START_AT_MOST_MS)
  try {
    const url = await addressOf(server.stdout)
    const account = { email: 'anna@example.ch', password: 'a'.repeat(64), acceptTerms: true }
    const body = JSON.stringify(account)
    const headers = { 'content-type': 'application/json' }
    const registered = await fetch(`${url}/api/registration/user`, { method: 'POST', headers, body })
    if (registered.status !== 201) throw new Error(`registering at the image was answered with ${registered.status}`)
    const page = await (await fetch(url)).text()
    if (!page.includes('<div id="root">')) throw new Error(`the image shows no app: ${page.slice(0, 200)}`)
  } finally {
    clearTimeout(timer)
    server.kill('SIGKILL')
    await gone
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = []
  for await (const line of createInterface({ input: output })) {
    lines.push(line)
    const listening = /"url":"([^"]+)".*is listening/.exec(line)
    if (listening) return listening[1]!
  }
  throw new Error(`the image did not start:\n${lines.join('\n')}`)
}

/** As Docker counts it: what files hold, without following links. */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(path.join(folder, name)))
    .filter((entry) => entry.isFile())
    .map(({ size }) => size)
    .reduce((sum, bytes) => sum + bytes, 0)
}
