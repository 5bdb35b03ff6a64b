import { createMiddleware } from 'hono/factory'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { translate } from '../../platform/runtime/translate.ts'

const shelves = ['controllers', 'scales', 'accessories'] as const
const leftOut = ['__proto__', 'constructor', 'prototype'] as const

/** Rejects keys that the schemas would silently drop, making the cart cheaper than what it asks for: 400 `product_unknown`. */
export const refuseLeftOut = createMiddleware<Env>(async (c, next) => {
  // invalid JSON is reported by the schema
  const body: unknown = await c.req.json().catch(() => undefined)
  for (const shelf of shelves) {
    const counts: unknown = body && typeof body === 'object' ? Reflect.get(body, shelf) : undefined
    const key = leftOut.find((one) => counts && typeof counts === 'object' && Object.hasOwn(counts, one))
    if (!key) continue
    const message = translate(c.get('locale'), 'error.product_unknown')
    throw new AppError(400, 'product_unknown', { issues: [{ path: `${shelf}.${key}`, message }] })
  }
  await next()
})
