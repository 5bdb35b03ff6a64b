import { Hono } from 'hono'
import * as v from 'valibot'
import { Region } from '#domain/region.ts'
import { answers } from '../http/answers.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { requireAccount } from '../http/require-account.ts'
import { selectRegions } from './region-queries.ts'

export const regionRoutes = ({ database }: Pick<Deps, 'database'>) =>
  new Hono<Env>().get(
    '/region',
    answers('region', 'The regions a transmitter may belong to', v.array(Region)),
    requireAccount,
    async (c) => {
      const regions = await selectRegions(database.db)
      return c.json(
        regions.map(({ utc_offset, alarm_from, alarm_to, ...region }) => ({
          ...region,
          utcOffset: utc_offset,
          alarmFrom: alarm_from,
          alarmTo: alarm_to,
        })),
      )
    },
  )
