import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listenOn } from './listen-on.ts'

test('a host that nobody knows is named in one sentence', async () => {
  const listening = listenOn(createServer(), { host: 'hives.invalid', port: 0 })
  await expect(listening).rejects.toThrow('hives.invalid is not known here: set HOST to an address of this machine')
})
