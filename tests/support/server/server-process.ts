import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { bundledServer } from './bundle-server.ts'

// on a busy machine, most of this time may go to other processes
const START_TIMEOUT_MS = 120_000

export type ServerProcess = {
  url: string
  process: ChildProcess
  /** What it has written so far. */
  output(): string
  /** Ends it as an operator would; resolves when it is gone. */
  stop(): Promise<void>
  /** Kills it instantly, like a power cut. */
  kill(): Promise<void>
}

/** Starts the real server in its own process on a free port of the loopback address. `checkout`: the folder of another checkout to run. */
export async function startServerProcess(env: Record<string, string>, checkout?: string): Promise<ServerProcess> {
  const cwd = checkout ? pathToFileURL(`${checkout}/`) : new URL('../../..', import.meta.url)
  const { settings, command, words } = await startScript(checkout === undefined, cwd)
  const child = spawn(command, words, {
    cwd,
    env: {
      PATH: process.env.PATH,
      ...settings,
      HOST: '127.0.0.1',
      PORT: '0',
      OPEN_PROVISIONING: 'true',
      OPEN_PROVISIONING_PER_DAY: '100000',
      REGISTRATIONS_PER_HOUR: '100000',
      WEATHER_URL: 'off',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  child.stderr.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error(`the server did not start:\n${lines.join('\n')}`))
    const timer = setTimeout(fail, START_TIMEOUT_MS)
    child.once('exit', fail)
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const listening = /"url":"([^"]+)".*is listening/.exec(line)
      if (!listening) return
      clearTimeout(timer)
      child.off('exit', fail)
      resolve(listening[1]!)
    })
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await exited
  }
  return { url, process: child, output: () => lines.join('\n'), stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

type StartScript = { settings: Record<string, string>; command: string; words: string[] }

/** What `npm start` runs: for this checkout the current source, for another one its existing build. */
async function startScript(isOwn: boolean, folder: URL): Promise<StartScript> {
  const script = readStartScript(new URL('package.json', folder))
  if (!isOwn) return script
  const { program, settings } = await bundledServer()
  return {
    ...script,
    settings: { ...script.settings, ...settings },
    words: [...script.words, program('server/main.ts')],
  }
}

/** Environment variables, then a command and its arguments. */
function readStartScript(packageFile: URL): StartScript {
  const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as { scripts: { start: string } }
  const parts = scripts.start.split(' ')
  const at = parts.findIndex((part) => !/^[A-Z_]+=/.test(part))
  const [command, ...words] = parts.slice(at)
  if (command === undefined) throw new Error(`${packageFile} does not say how the server starts`)
  return { settings: Object.fromEntries(parts.slice(0, at).map((part) => part.split('='))), command, words }
}
