import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import { errorCodes } from '#domain/platform/error-code.ts'
import { type Locale, locales } from '#domain/platform/locale.ts'
import { DatabaseError } from '../db/lane.ts'
import { createLogger, silentLogger } from '../runtime/logger.ts'
import { answerError } from './answer-error.ts'
import { AppError } from './app-error.ts'
import { LeftTurns } from './connections/fair-turns.ts'
import type { Env, SignedIn } from './env.ts'

async function answerTo(error: Error, locale: Locale = 'fr', country?: string, logger = silentLogger()) {
  const app = new Hono<Env>()
    .use(async (c, next) => {
      c.set('locale', locale)
      if (country) c.set('account', { country } as SignedIn)
      await next()
    })
    .get('/', () => {
      throw error
    })
    .onError(answerError(logger))
  const response = await app.request('/')
  return { status: response.status, retry: response.headers.get('retry-after'), body: await response.json() }
}

it.each(locales)('every code has its text, and every text its code: %s', (locale) => {
  const file = path.join(import.meta.dirname, `../../../locales/${locale}/error.json`)
  const keys = Object.keys(JSON.parse(readFileSync(file, 'utf8')))
  expect(keys.sort()).toEqual(errorCodes.map((code) => `error.${code}`).sort())
})

describe('an error', () => {
  it('while the session is looked up is answered in the language that the browser asks for', async () => {
    const app = new Hono<Env>()
      .get('/', () => {
        throw new DatabaseError('08006', 'the connection was lost')
      })
      .onError(answerError(silentLogger()))
    const answer = await app.request('/', { headers: { 'accept-language': 'en' } })
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^Storage is not available/) })
  })

  it('that was foreseen is answered with its code, its issues and the time to wait', async () => {
    const issues = [{ path: 'name', message: 'too long' }]
    expect(await answerTo(new AppError(429, 'too_many_requests', { issues, retryAfterSeconds: 7 }))).toEqual({
      status: 429,
      retry: '7',
      body: { code: 'too_many_requests', message: 'Trop de tentatives. Veuillez patienter un peu.', issues },
    })
  })

  it.each([
    ['ch', '500.50'],
    ['de', '500,50'],
    [undefined, '500,50'],
  ])('writes numbers as in the country of the account: %s', async (country, written) => {
    const error = new AppError(400, 'promo_code_minimum', { values: { minimum: 500.5 } })
    expect((await answerTo(error, 'de', country)).body).toMatchObject({ message: expect.stringContaining(written) })
  })

  it.each([
    ['what this server has none of', 'mail_unavailable', []],
    ['what does not answer', 'payment_unavailable', ['payment_unavailable']],
  ] as const)('is not logged as a fault if its code is %s', async (_, code, faults) => {
    const logged: string[] = []
    const logger = createLogger('info', { write: () => undefined }, (_error, message) => logged.push(message))
    expect((await answerTo(new AppError(503, code), 'en', undefined, logger)).status).toBe(503)
    expect(logged).toEqual(faults)
  })

  it('that was not foreseen is answered with 500 and without its internal message', async () => {
    const { status, body } = await answerTo(new Error('no such table: account'))
    expect(status).toBe(500)
    expect(body).toEqual({ code: 'internal', message: 'Une erreur est survenue chez nous. Veuillez réessayer.' })
  })

  it.each(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'])(
    'about something removed during the request is no fault, but a 404: %s',
    async (code) => {
      const logger = silentLogger()
      const failed = vi.spyOn(logger, 'error')
      const error = new DatabaseError(code, 'inner words')
      expect(await answerTo(error, 'en', undefined, logger)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(failed).not.toHaveBeenCalled()
    },
  )

  it('of a caller who left while waiting for a turn is nobody’s fault', async () => {
    const logger = silentLogger()
    const failed = vi.spyOn(logger, 'error')
    expect((await answerTo(new LeftTurns('gone'), 'en', undefined, logger)).status).toBe(400)
    expect(failed).not.toHaveBeenCalled()
  })

  it.each(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_IOERR_WRITE', '57014'])(
    'of the disk, or of what the database canceled, is 503, to be tried again: %s',
    async (code) => {
      expect(await answerTo(new DatabaseError(code, 'inner words'))).toMatchObject({
        status: 503,
        retry: '5',
        body: { code: 'storage_unavailable' },
      })
    },
  )
})

it.each([
  ['is no fault of ours', (error: unknown) => error, 400],
  ['hides nothing else that failed', (cause: unknown) => new Error('read ECONNRESET', { cause }), 500],
])('a request that breaks off %s', async (_, thrown, status) => {
  const logger = silentLogger()
  const failed = vi.spyOn(logger, 'error')
  const answered: number[] = []
  const app = new Hono<Env>()
    .use(async (c, next) => {
      await next()
      answered.push(c.res.status)
    })
    .post('/', async (c) => {
      const body = await c.req.arrayBuffer().catch((error: unknown) => Promise.reject(thrown(error)))
      return c.json(body.byteLength)
    })
    .onError(answerError(logger))
  const server = createServer(getRequestListener(app.fetch))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 500\r\n\r\n{"im')
  await once(server, 'request')
  socket.destroy()
  await expect.poll(() => answered).toEqual([status])
  expect(failed).toHaveBeenCalledTimes(status === 500 ? 1 : 0)
  server.close()
})
