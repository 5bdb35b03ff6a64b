type Asked = { param?: Record<string, string>; query?: Record<string, string | string[] | undefined>; json?: unknown }
type Send = (address: string, init: RequestInit) => Promise<Response>

function addressOf(route: string, { param = {}, query = {} }: Asked): string {
  const path = route.replace(/\/:(\w+)[^/]*/g, (_, name: string) => `/${encodeURIComponent(param[name] ?? '')}`)
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query))
    for (const value of [values ?? []].flat()) search.append(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}

/**
 * Does what Hono's `hc` does at run time, as far as it is used here: `routesBelow('/api', send).scale[':id'].$get({ param: { id } })` requests `/api/scale/7`.
 * Its types are those of `hc`.
 */
export function routesBelow(path: string, send: Send): unknown {
  return new Proxy(() => {}, {
    // with a `then` it would be taken for a promise
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? routesBelow(`${path}/${name}`, send) : undefined),
    apply(_, __, [asked = {}, { init } = {}]: [Asked?, { init?: RequestInit }?]) {
      const [route = '', method = ''] = path.split('/$')
      const body = asked.json === undefined ? {} : { body: JSON.stringify(asked.json) }
      const headers = asked.json === undefined ? {} : { 'Content-Type': 'application/json' }
      return send(addressOf(route, asked), { method: method.toUpperCase(), headers, ...body, ...init })
    },
  })
}
