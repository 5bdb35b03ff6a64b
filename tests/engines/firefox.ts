import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BidiCall, connectBidi } from './bidi.ts'
import type { EngineDriver } from './engine-page.ts'
import { makeHome, startEngineProcess } from './engine-process.ts'

const binary = '/usr/bin/firefox-esr'

/** Nothing but the pages it is given, and no question on the first start. */
const preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
}

/** Firefox over WebDriver BiDi, which it speaks itself. */
export async function startFirefox(): Promise<EngineDriver> {
  if (!existsSync(binary)) throw new Error('Firefox is missing: apt-get install --no-install-recommends firefox-esr')
  const { home, remove } = makeHome('firefox')
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(path.join(home, 'user.js'), lines.join(''))
  const words = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0', 'about:blank']
  const browser = startEngineProcess(binary, words, home)
  const end = async () => {
    await browser.end()
    remove()
  }
  try {
    const at = await browser.until('Firefox', () => /BiDi listening on (ws:\S+)/.exec(browser.output())?.[1])
    const { call, close } = await connectBidi(`${at}/session`)
    await call('session.new', { capabilities: {} })
    const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] }
    const context = contexts[0]!.context
    return {
      // whoever waits for more is told of a fault where the page replaces its address meanwhile
      load: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'none' })),
      run: (source, json) => runIn(call, context, source, json),
      act: async (actions) => void (await call('input.performActions', { context, actions })),
      async picture() {
        const { data } = (await call('browsingContext.captureScreenshot', { context })) as { data: string }
        return Buffer.from(data, 'base64')
      },
      resize: async (width, height) =>
        void (await call('browsingContext.setViewport', { context, viewport: { width, height } })),
      output: browser.output,
      async close() {
        close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

type Called =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

async function runIn(call: BidiCall, context: string, source: string, json: string): Promise<string | undefined> {
  const answer = (await call('script.callFunction', {
    functionDeclaration: `async (words) => JSON.stringify(await (${source})(...JSON.parse(words)))`,
    arguments: [{ type: 'string', value: json }],
    target: { context },
    awaitPromise: true,
    userActivation: false,
  })) as Called
  if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
  return answer.result.value
}
