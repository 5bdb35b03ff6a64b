import { globSync } from 'node:fs'
import type { EngineDriver } from './engine-page.ts'
import { makeHome, startEngineProcess } from './engine-process.ts'
import { startWebDriver } from './webdriver.ts'

/** WebKitGTK on a screen of its own, which is no narrower than 447 px. */
export async function startWebKit(): Promise<EngineDriver> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  if (!binary) throw new Error('WebKitGTK is missing: apt-get install --no-install-recommends webkit2gtk-driver xvfb')
  const { home, remove } = makeHome('screen')
  const screen = startEngineProcess(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'],
    home,
  )
  const endScreen = async () => {
    await screen.end()
    remove()
  }
  try {
    const display = await screen.until('the screen', () => /\d+(?=\n)/.exec(screen.output())?.[0])
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    const driver = await startWebDriver('webkit', 'WebKitWebDriver', options, {
      DISPLAY: `:${display}`,
      // on a screen without a graphics card its pictures go black
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    })
    return {
      ...driver,
      async close() {
        await driver.close()
        await endScreen()
      },
    }
  } catch (error) {
    await endScreen()
    throw error
  }
}
