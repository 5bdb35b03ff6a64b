import type { Env, Hono, Schema } from 'hono'
import { openAPIRouteHandler } from 'hono-openapi'
import { errorCodes } from '#domain/error-code.ts'

const errorReply = {
  description: 'What went wrong: `code` is stable, `message` is in the language of the request',
  content: {
    'application/json': {
      schema: {
        type: 'object' as const,
        required: ['message', 'code'],
        properties: {
          message: { type: 'string' as const },
          code: { type: 'string' as const, enum: [...errorCodes] },
          issues: {
            type: 'array' as const,
            items: {
              type: 'object' as const,
              required: ['path', 'message'],
              properties: {
                path: { type: 'string' as const },
                message: { type: 'string' as const },
                line: { type: 'integer' as const },
              },
            },
          },
        },
      },
    },
  },
}

const onEveryRoute = { responses: { '4XX': errorReply } }

/** `GET /api/openapi.json`: the API described by the very schemas that check its requests. */
export const describeApi = <E extends Env, S extends Schema, P extends string>(api: Hono<E, S, P>) =>
  openAPIRouteHandler(api, {
    documentation: {
      info: {
        title: 'HiveWatch',
        version: '1',
        description: [
          'JSON in and out, times in ISO 8601 (UTC), weights in kg. A session cookie from `POST /api/user/login` opens',
          'everything but what a transmitter calls; a transmitter sends its device key as `Authorization: Bearer`.',
        ].join(' '),
      },
      security: [{ session: [] }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'hivewatch_session' },
          shareToken: { type: 'apiKey', in: 'header', name: 'X-Share-Token' },
          deviceKey: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    includeEmptyPaths: true,
    excludeStaticFile: false,
    defaultValidationErrorResponse: errorReply,
    defaultOptions: { GET: onEveryRoute, POST: onEveryRoute, DELETE: onEveryRoute },
  })
