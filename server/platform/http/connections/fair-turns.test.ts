import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createFairTurns, LeftTurns } from './fair-turns.ts'

const forever = new AbortController().signal
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('somebody who asks for one turn is next, however many another owner is waiting for', async () => {
  const turns = createFairTurns(2, 2)
  const order: string[] = []
  const ends: (() => void)[] = []
  const ask = (owner: string) =>
    turns.take(owner, forever).then((end) => {
      order.push(owner)
      ends.push(end)
    })
  for (let i = 0; i < 50; i++) void ask('greedy')
  void ask('modest')
  await settle()
  for (let i = 0; i < 3; i++) {
    ends.shift()!()
    await settle()
  }
  expect(order.slice(0, 5).filter((owner) => owner === 'modest')).toHaveLength(1)
})

test('one owner never holds all turns', async () => {
  const turns = createFairTurns(3, 2)
  const taken: string[] = []
  for (const owner of ['slow', 'slow', 'slow', 'quick']) void turns.take(owner, forever).then(() => taken.push(owner))
  await settle()
  expect(taken.sort()).toEqual(['quick', 'slow', 'slow'])
})

test('nothing is done for callers who left while waiting', async () => {
  const turns = createFairTurns(1, 1)
  const [done, left]: [string[], number[]] = [[], []]
  let asked = 0
  const app = new Hono()
    .use(async (c, next) => {
      asked++
      await next()
      if (c.res.status === 400) left.push(asked)
    })
    .get('/:name', async (c) => {
      const work = async () => done.push(c.req.param('name'))
      return c.json(await turns.run('anna', c.req.raw.signal, work))
    })
    .onError((error, c) => c.text(error.message, error instanceof LeftTurns ? 400 : 500))
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (name: string) => get({ port, host: '127.0.0.1', path: `/${name}`, agent: false })
  const end = await turns.take('anna', forever)
  const leaving = Array.from({ length: 20 }, () => ask('left').on('error', () => undefined))
  const stays = once(ask('stays'), 'response')
  await expect.poll(() => asked).toBe(21)
  for (const request of leaving) request.destroy()
  await expect.poll(() => left).toHaveLength(20)
  end()
  await stays
  expect(done).toEqual(['stays'])
  server.close()
})

test('in any order of asking, ending and leaving the limits hold and everybody is served', async () => {
  const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), kind: fc.constantFrom('ask', 'end', 'leave') })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const turns = createFairTurns(3, 2)
      const running: { owner: string; end(): void }[] = []
      const leaving: AbortController[] = []
      let open = 0
      for (const { owner, kind } of steps) {
        if (kind === 'end') running.shift()?.end()
        else if (kind === 'leave') leaving.shift()?.abort(new Error('left'))
        else {
          const controller = new AbortController()
          leaving.push(controller)
          open++
          turns.take(owner, controller.signal).then(
            (end) => {
              open--
              running.push({ owner, end })
            },
            () => open--,
          )
        }
        await settle()
        if (running.length > 3 || running.filter((one) => one.owner === owner).length > 2) return false
      }
      while (running.length > 0) {
        running.shift()!.end()
        await settle()
      }
      return open === 0
    }),
  )
})
