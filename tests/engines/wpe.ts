import { existsSync } from 'node:fs'
import type { EngineDriver } from './engine-page.ts'
import { startWebDriver } from './webdriver.ts'

const binary = '/usr/bin/cog'
const WIDTH = 800

/** WPE 2.38, the engine of Safari 16, without a screen. Its window has 800 × 600 px, and is made narrower by larger ones. */
export async function startWpe({ width = WIDTH } = {}): Promise<EngineDriver> {
  if (!existsSync(binary))
    throw new Error('WPE is missing: apt-get install --no-install-recommends wpewebkit-driver cog')
  const scale = WIDTH / width
  const args = ['--automation', '--platform=headless', `--scale=${scale}`]
  const driver = await startWebDriver('wpe', 'WPEWebDriver', { 'wpe:browserOptions': { binary, args } })
  return {
    ...driver,
    // where its pointer goes is counted in pixels of the window
    act: (sources) =>
      driver.act(
        sources.map((source) => ({
          ...source,
          actions: source.actions.map((one) => ('x' in one ? { ...one, x: one.x * scale, y: one.y * scale } : one)),
        })),
      ),
    // it can not
    resize: async () => {},
  }
}
