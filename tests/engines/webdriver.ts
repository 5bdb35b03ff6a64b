import { freePort } from '../support/services/free-port.ts'
import type { EngineDriver } from './engine-page.ts'
import { type EngineProcess, makeHome, startEngineProcess } from './engine-process.ts'

/** Of a function as text and its arguments as JSON: what WebDriver runs, which answers with JSON, or says why not. */
const asked = (source: string) => `
const [words, done] = arguments
;(async () => JSON.stringify(await (${source})(...JSON.parse(words))))()
  .then((json) => done({ json }), (error) => done({ error: String(error) }))`

/** A browser that is driven over WebDriver (HTTP), in a home of its own. `options`: of the browser, by the name its driver gives them. */
export async function startWebDriver(
  name: string,
  command: string,
  options: Record<string, object>,
  env: Record<string, string> = {},
): Promise<EngineDriver> {
  const { home, remove } = makeHome(name)
  const port = await freePort()
  const driver = startEngineProcess(command, [`--port=${port}`], home, env)
  try {
    const ask = askAt(`http://127.0.0.1:${port}`)
    await driver.until('the driver', () =>
      ask('GET', '/status').then(
        () => true,
        () => undefined,
      ),
    )
    const session = await openSession(driver, ask, options)
    const within = (method: string, path: string, body?: object) => ask(method, `/session/${session}${path}`, body)
    return {
      load: async (url) => void (await within('POST', '/url', { url })),
      async run(source, json) {
        const answer = (await within('POST', '/execute/async', { script: asked(source), args: [json] })) as Answer
        if (answer.error !== undefined) throw new Error(answer.error)
        return answer.json
      },
      act: async (actions) => void (await within('POST', '/actions', { actions })),
      picture: async () => Buffer.from((await within('GET', '/screenshot')) as string, 'base64'),
      resize: async (width, height) => void (await within('POST', '/window/rect', { x: 0, y: 0, width, height })),
      output: driver.output,
      async close() {
        await within('DELETE', '').catch(() => undefined)
        await driver.end()
        remove()
      },
    }
  } catch (error) {
    await driver.end()
    remove()
    throw error
  }
}

type Answer = { json?: string; error?: string }
type Ask = (method: string, path: string, body?: object) => Promise<unknown>

const askAt =
  (base: string): Ask =>
  async (method, path, body) => {
    const reply = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await reply.json()) as { value: unknown }
    if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }

async function openSession(driver: EngineProcess, ask: Ask, options: Record<string, object>): Promise<string> {
  try {
    const { sessionId } = (await ask('POST', '/session', { capabilities: { alwaysMatch: options } })) as {
      sessionId: string
    }
    return sessionId
  } catch (error) {
    throw new Error(`the browser did not start: ${(error as Error).message}\n${driver.output()}`)
  }
}
