import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimController, registerBeekeeper } from '../../tests/support/browser/app-fixture.ts'
import { runBundled } from '../../tests/support/server/bundle-server.ts'
import { startServerProcess } from '../../tests/support/server/server-process.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-order-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = (...options: string[]) => runBundled('server/commands/order-keys.ts', options, { DATA_DIR: folder })

it('prints keys that the running server accepts', async () => {
  const server = await startServerProcess({ DATA_DIR: folder })
  try {
    const { stdout } = await run('--years', '2', '--count', '3')
    const keys = stdout.trim().split('\n')
    expect(keys).toHaveLength(3)
    const beekeeper = await registerBeekeeper(server.url)
    const { id } = await claimController(beekeeper)
    const { redemption } = await beekeeper.api.post<{ redemption: object }>(`/controller/${id}/renew`, {
      orderKey: keys[0],
    })
    expect(redemption).toMatchObject({ years: 2, days: 0 })
  } finally {
    await server.stop()
  }
}, 120_000)

it.each([
  [['--years', 'two'], '--years is two'],
  [[], 'whole years or days'],
  [['--years', '1', '--colour', 'red'], '--colour'],
])(
  'explains its usage if called with %j',
  async (options, words) => {
    const failed = await run(...options).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    )
    expect(failed).toMatchObject({ code: 2 })
    expect(failed?.stderr).toContain(words)
    expect(failed?.stderr).toContain('npm run order-keys --')
  },
  120_000,
)
