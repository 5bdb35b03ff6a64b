import { type Context, Hono } from 'hono'
import { lacksZone } from '#domain/platform/moment.ts'
import type { Env } from '../../platform/http/env.ts'
import { admitSender, type FormatDeps } from './admit-sender.ts'
import { readFields } from './read-fields.ts'
import { takeFields } from './take-fields.ts'

/** "Write Data" of ThingSpeak, on whose paths HoneyPi and many sketches insist: only the server's name can be changed. */
export const thingspeakPaths = ['/update', '/update.json']
const KEY_HEADER = 'x-thingspeakapikey'
/** What such a request says beside the fields of its channel. */
const aside = new Set('api_key created_at timezone lat latitude long longitude elevation status headers'.split(' '))

/** A time without a zone is UTC there, unless the request names another one. */
function timeOf({ created_at: said, timezone }: Record<string, unknown>): unknown {
  return typeof said === 'string' && lacksZone(said) && timezone === undefined ? `${said}Z` : said
}

const update = (deps: FormatDeps) => async (c: Context) => {
  const sent = { ...c.req.query(), ...(c.req.method === 'POST' ? await readFields(c) : {}) }
  const admitted = await admitSender(deps, c, sent.api_key ?? c.req.header(KEY_HEADER))
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !aside.has(name)))
  const { status } = await takeFields(deps, admitted, { ...fields, time: timeOf(sent) })
  // the number of the new entry; 0 if there is none
  const entry = status === 201 ? 1 : 0
  if (!c.req.path.endsWith('.json')) return c.text(String(entry))
  return c.json({ created_at: new Date(deps.clock.now()).toISOString(), entry_id: entry })
}

/** Served at the root, where these devices expect it. */
export const thingspeakRoutes = (deps: FormatDeps) => new Hono<Env>().on(['GET', 'POST'], thingspeakPaths, update(deps))
