import type { Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { AppError } from './app-error.ts'
import type { Env } from './env.ts'

const EVERY = 'ALL'

/**
 * Refuses what no route of `api` answers: with 405 `method_not_allowed` and `Allow` if one would answer another method, otherwise with 404
 * `not_found`.
 */
export function createRequireCall(api: Hono<Env>) {
  let methods: TrieRouter<string> | undefined
  return (c: Context): void => {
    methods ??= methodsOf(api)
    const [found] = methods.match(EVERY, c.req.path)
    const allowed = [...new Set(found.map(([method]) => method))]
    if (allowed.includes(c.req.method)) return
    if (allowed.length === 0) throw new AppError(404, 'not_found')
    c.header('Allow', allowed.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method])).join(', '))
    throw new AppError(405, 'method_not_allowed')
  }
}

/** Refuses, in the same way, what no route of `api` has answered. */
export function refuseUnknown(api: Hono<Env>) {
  const requireCall = createRequireCall(api)
  return (c: Context): never => {
    requireCall(c)
    throw new AppError(404, 'not_found')
  }
}

function methodsOf({ routes }: Hono<Env>): TrieRouter<string> {
  const router = new TrieRouter<string>()
  // paths with a star at the end belong to middleware
  const own = routes.filter(({ method, path }) => method !== EVERY && !path.endsWith('*'))
  for (const { method, path } of own) router.add(EVERY, path, method)
  return router
}
