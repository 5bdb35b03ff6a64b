import { Hono } from 'hono'
import * as v from 'valibot'
import {
  AdministeredRegion,
  Region,
  RegionBody,
  RegionEditBody,
  RegionRemovedReply,
  RegionReply,
} from '#domain/hives/regions/region.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, requireAdmin, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { addRegion } from './add-region.ts'
import { editRegion } from './edit-region.ts'
import { readShape } from './read-shape.ts'
import { countInRegions, selectRegions } from './region-queries.ts'
import { removeRegion } from './remove-region.ts'
import { toAdministeredRegion, toRegion } from './to-region.ts'

export const regionRoutes = (deps: Pick<Deps, 'database' | 'clock' | 'events'>) => {
  const { db } = deps.database
  return new Hono<Env>()
    .get(
      '/region',
      answers('region', 'The regions a transmitter may belong to, with simplified shapes', v.array(Region)),
      requireAccount,
      async (c) => c.json((await selectRegions(db)).map(toRegion)),
    )
    .get(
      '/admin/region',
      answers(
        'region',
        'The regions with their full shapes and how many people are in them',
        v.array(AdministeredRegion),
      ),
      requireAccount,
      requireAdmin,
      async (c) => {
        const [rows, counts] = await Promise.all([selectRegions(db), countInRegions(db)])
        return c.json(rows.map((row) => toAdministeredRegion(row, counts.get(row.id))))
      },
    )
    .post(
      '/region',
      answers('region', 'Add a region; transmitters inside it belong to it immediately', RegionReply, 201),
      requireAccount,
      requireAdmin,
      validate('json', RegionBody),
      async (c) => {
        const { geojson, ...body } = c.req.valid('json')
        const shape = readShape(geojson, c.get('locale'))
        const row = await addRegion(deps, signedIn(c).accountId, body, shape)
        const region = toAdministeredRegion(row, (await countInRegions(db, row.id)).get(row.id))
        const message = translate(c.get('locale'), 'region.message.added')
        return c.json({ message, ...region, looksSwapped: shape.looksSwapped }, 201)
      },
    )
    .post(
      '/region/:id',
      answers('region', 'Change a region; a new shape or priority reassigns transmitters', RegionReply),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      validate('json', RegionEditBody),
      async (c) => {
        const { geojson, ...edit } = c.req.valid('json')
        const shape = geojson && readShape(geojson, c.get('locale'))
        const row = await editRegion(deps, signedIn(c).accountId, c.req.valid('param').id, edit, shape)
        const region = toAdministeredRegion(row, (await countInRegions(db, row.id)).get(row.id))
        const message = translate(c.get('locale'), 'region.message.saved')
        return c.json({ message, ...region, looksSwapped: shape?.looksSwapped ?? false })
      },
    )
    .delete(
      '/region/:id',
      answers(
        'region',
        'Remove a region; its transmitters move to the next region at their location',
        RegionRemovedReply,
      ),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        const { controllerCount } = await removeRegion(deps, signedIn(c).accountId, id)
        const message = translate(c.get('locale'), 'region.message.removed')
        return c.json({ message, id, controllerCount })
      },
    )
}
