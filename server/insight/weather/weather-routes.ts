import { Hono } from 'hono'
import { Grassland, GrasslandQuery, Weather, WeatherQuery } from '#domain/insight/weather.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { showGrassland, showWeather } from './show-weather.ts'

export const weatherRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/weather',
      answers('weather', 'The weather at a transmitter’s location, by hour or by day', Weather),
      requireAccount,
      validate('query', WeatherQuery),
      async (c) => c.json(await showWeather(deps, signedIn(c), c.req.valid('query'))),
    )
    .get(
      '/weather/grassland',
      answers(
        'weather',
        'The grassland temperature sums of a year, from the weather and from the chip temperature',
        Grassland,
      ),
      requireAccount,
      validate('query', GrasslandQuery),
      async (c) => c.json(await showGrassland(deps, signedIn(c), c.req.valid('query'))),
    )
