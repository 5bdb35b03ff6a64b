import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openPool } from '../../server/platform/db/postgres-pool.ts'
import { type Node, nodesForEachTest, readiness } from './nodes.ts'

const nodes = nodesForEachTest()
const ADMIN = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'bees and honey' }

/** What a node that did not start wrote: a single line. */
async function refusal(node: Node, more: Record<string, string>): Promise<string> {
  const said = await node.start(more).then(
    () => 'it started',
    (error: Error) => error.message.replace(/^the server did not start:\n/, ''),
  )
  return said.trim()
}

async function inDatabase(statement: string): Promise<void> {
  const pool = await openPool(nodes.database, { max: 1 })
  await pool.query(statement).finally(() => pool.end())
}

test('a node with other keys, or with none, says so and does not start', async () => {
  const [first, second] = (await nodes.make(2)) as [Node, Node]
  await first.start()
  const others = path.join(nodes.folder, 'others')
  const none = await refusal(second, { FILES_DIR: others })
  expect(none).toMatch(/^[^\n]*others lacks secret\.key[^\n]*FILES_DIR[^\n]*$/)
  mkdirSync(path.join(nodes.folder, 'files-of-others'))
  const [foreign] = (await nodes.make(1)) as [Node]
  const place = path.join(nodes.folder, 'files-of-others')
  const elsewhere = `file:${path.join(nodes.folder, 'other.sqlite')}`
  await foreign.start({
    ...{ DATABASE_URL: elsewhere, DATA_DIR: place },
    ...{ FILES_DIR: undefined, NODE_ADDRESS: undefined, NODE_SECRET: undefined },
  } as never)
  await foreign.server.stop()
  const different = await refusal(second, { FILES_DIR: place })
  expect(different).toMatch(/^[^\n]*are not those[^\n]*FILES_DIR[^\n]*$/)
  expect(await readiness(first)).toBe('ready')
})

test('a node whose data folder is a copy of another’s ends the one that started earlier', async () => {
  const [first, second] = (await nodes.make(2)) as [Node, Node]
  await first.start()
  cpSync(path.join(nodes.folder, 'node-1', 'node.id'), path.join(nodes.folder, 'copy', 'node.id'))
  await second.start({ DATA_DIR: path.join(nodes.folder, 'copy') })
  await expect.poll(() => first.server.process.exitCode).toBe(2)
  expect(first.server.output()).toMatch(/another node has the same .*node\.id/)
  await expect.poll(() => readiness(second)).toBe('ready')
})

test('a node that cannot pass requests on to the keeper says so, and still takes over', async () => {
  const without = { NODE_ADDRESS: undefined, NODE_SECRET: undefined } as never
  const [first, second] = (await nodes.make(2)) as [Node, Node]
  await first.start(without)
  await second.start(without)
  expect(second.server.output()).toMatch(/without NODE_ADDRESS and NODE_SECRET/)
  expect(await readiness(second)).toBe('not ready')
  const answer = await fetch(`${second.url}/api/user`)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'keeper_unknown' })
  await first.server.stop()
  await expect.poll(() => readiness(second)).toBe('ready')
})

test('a node with the address of the keeper says so, and is not ready until it is the keeper itself', async () => {
  const [first, second] = (await nodes.make(2)) as [Node, Node]
  await first.start()
  await second.start({ NODE_ADDRESS: first.url })
  expect(second.server.output().match(/the same NODE_ADDRESS/g)).toHaveLength(1)
  expect(await readiness(second)).toBe('not ready')
  await first.server.stop()
  await expect.poll(() => readiness(second)).toBe('ready')
})

test('the keeper treats a node with another secret as an unknown client, and says so', async () => {
  const [first, second] = (await nodes.make(2)) as [Node, Node]
  await first.start(ADMIN)
  await second.start({ NODE_SECRET: 'a secret that the other node does not know at all' })
  const answer = await fetch(`${second.url}/api/notification`)
  expect(answer.status).toBe(401)
  expect(first.server.output().match(/another NODE_SECRET/g)).toHaveLength(1)
  expect(await readiness(second)).toBe('passes on')
})

test('a version that changes the tables does not start beside an older one', async () => {
  const [first, second] = (await nodes.make(2)) as [Node, Node]
  await first.start()
  await inDatabase(`delete from kysely_migration where name = '0063-inbox-senders'`)
  const said = await refusal(second, {})
  expect(said).toMatch(/^this version changes the database[^\n]*stop all nodes[^\n]*$/)
  expect(first.server.process.exitCode).toBeNull()
})
