import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listenOn } from './listen-on.ts'

test.each(['hives.invalid', 'fe80::1'])('a host that nobody knows is named in one sentence: %s', async (host) => {
  const listening = listenOn(createServer(), { host, port: 0 })
  await expect(listening).rejects.toThrow(`${host} is not known here: set HOST to an address of this machine`)
})
