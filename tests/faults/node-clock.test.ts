import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Node, nodesForEachTest } from './nodes.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const HOUR_AHEAD = { LD_PRELOAD: LIBRARY, FAKETIME: '+1h', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
const SOON = { timeout: 150_000, interval: 200 }

const nodes = nodesForEachTest()

type Told = { kind: string; text: string }
async function told({ url }: Node): Promise<string[]> {
  const { troubles = [] } = (await (await fetch(`${url}/readyz`)).json()) as { troubles?: Told[] }
  return troubles.filter(({ kind }) => kind === 'node_clock').map(({ text }) => text)
}

test.runIf(existsSync(LIBRARY))(
  'a node whose clock differs from PostgreSQL’s is reported, even if it is not the keeper',
  async () => {
    const [keeper, standby] = (await nodes.make(2)) as [Node, Node]
    await keeper.start()
    await standby.start(HOUR_AHEAD)
    const words = `The clock of the node ${new URL(standby.url).host} is 3,600 seconds ahead of PostgreSQL’s.`
    await expect.poll(() => told(keeper), SOON).toEqual([words])
    expect(standby.server.output()).toContain("the clock of this node is ahead of PostgreSQL's")
  },
  300_000,
)
