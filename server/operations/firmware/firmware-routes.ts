import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import * as v from 'valibot'
import {
  AssignBody,
  AssignReply,
  FIRMWARE_MAXIMUM_BYTES,
  Firmware,
  FirmwareControllerList,
  FirmwareRemovedReply,
  FirmwareReply,
  FirmwareVersion,
  KeptFirmwareVersion,
  RolloutBody,
  RolloutReply,
} from '#domain/operations/firmware.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Deps } from '../../deps.ts'
import { AppError, type CodedIssue } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { idListQuery, pageOfIds, SearchText } from '../../platform/http/list-query.ts'
import { requireAccount, requireAdmin, signedIn } from '../../platform/http/require-account.ts'
import { answeredFile, answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { assignFirmware } from './assign-firmware.ts'
import { beginRollout } from './begin-rollout.ts'
import { selectFirmwareControllers } from './firmware-queries.ts'
import { openFirmware } from './open-firmware.ts'
import { readFirmware, toFirmwareController, toRollouts } from './read-firmware.ts'
import { receiveFirmware } from './receive-firmware.ts'
import { removeFirmware } from './remove-firmware.ts'
import type { RolloutWithVersion } from './rollout-queries.ts'
import { haltRollout, resumeRollout } from './steer-rollout.ts'

/** Room for everything but the file in a multipart body. */
const ENVELOPE_BYTES = 64 * 1024

const describeUpload = describeRoute({
  tags: ['firmware'],
  summary: 'Upload a version of the firmware; an existing one is overwritten',
  description: `multipart/form-data with version (semver), data (the image, up to ${FIRMWARE_MAXIMUM_BYTES / 1024 / 1024} MiB) and optionally name. Accepted are images for ESP32 and ESP8266, ELF, Intel HEX, UF2, MCUboot, and raw images for ARM Cortex-M and AVR.`,
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['version', 'data'],
          properties: {
            version: { type: 'string' },
            name: { type: 'string' },
            data: { type: 'string', format: 'binary' },
          },
        },
      },
    },
  },
  responses: {
    201: { description: 'What was uploaded', content: { 'application/json': { schema: resolver(FirmwareReply) } } },
  },
})

/** The upload only: its body is not JSON and larger than any other, so it is mounted before the limits for those. */
export const firmwareUploadRoutes = (deps: Deps) =>
  new Hono<Env>().post('/admin/firmware', describeUpload, requireAccount, requireAdmin, async (c) => {
    if (Number(c.req.header('content-length') ?? 0) > FIRMWARE_MAXIMUM_BYTES + ENVELOPE_BYTES) {
      throw new AppError(413, 'firmware_too_large')
    }
    const form = await readForm(c.req.raw)
    const [version, name, data] = ['version', 'name', 'data'].map((field) => form.get(field))
    if (typeof version !== 'string') throw new AppError(400, 'firmware_version_invalid')
    if (!(data instanceof File)) throw new AppError(400, 'firmware_missing')
    const upload = {
      version,
      name: typeof name === 'string' ? name : '',
      bytes: new Uint8Array(await data.arrayBuffer()),
    }
    const row = await receiveFirmware(deps, signedIn(c), upload)
    const all = await readFirmware(deps.database.db)
    const message = translate(c.get('locale'), 'firmware.message.saved', { version: row.version })
    return c.json({ message, ...all.find((one) => one.version === row.version)! }, 201)
  })

/** Reads a body of unknown length no further than the limit. */
async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body) throw new AppError(415, 'firmware_not_multipart')
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request.body) {
    bytes += piece.byteLength
    if (bytes > FIRMWARE_MAXIMUM_BYTES + ENVELOPE_BYTES) throw new AppError(413, 'firmware_too_large')
    pieces.push(piece)
  }
  return new Response(Buffer.concat(pieces), { headers: { 'content-type': type } }).formData().catch((cause) => {
    throw new AppError(400, 'firmware_not_multipart', { cause })
  })
}

const describeDownload = describeRoute({
  tags: ['firmware'],
  summary: 'The image that a transmitter should have',
  description:
    'Only the version named in the reply to its readings, and with the beginning of a sha256 as `image` only that image of it. Range and If-Range are supported.',
  security: [{ deviceKey: [] }],
  responses: answeredFile(['application/octet-stream']),
})

const versionFault = (issues: CodedIssue[]): ErrorCode | undefined =>
  issues.some(({ path }) => path === 'version' || path === 'firmwareversion') ? 'firmware_version_invalid' : undefined

const VersionParameter = v.object({ version: KeptFirmwareVersion })
const ImageQuery = v.object({ image: v.optional(v.string()) })
const WantedQuery = v.object({
  firmwareversion: v.optional(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform((): undefined => undefined),
      ),
      FirmwareVersion,
    ]),
  ),
})
const ListQuery = v.object({
  ...idListQuery(),
  q: SearchText,
  version: v.optional(FirmwareVersion),
})

export const firmwareRoutes = (deps: Deps) => {
  const { db } = deps.database
  const shown = async (rollout: RolloutWithVersion) => (await toRollouts(db, [rollout]))[0]!
  return new Hono<Env>()
    .get(
      '/admin/firmware',
      answers('firmware', 'All versions, newest first', v.array(Firmware)),
      requireAccount,
      requireAdmin,
      async (c) => c.json(await readFirmware(db)),
    )
    .delete(
      '/admin/firmware',
      answers('firmware', 'Remove a version that no transmitter should have', FirmwareRemovedReply),
      requireAccount,
      requireAdmin,
      validate('query', VersionParameter, versionFault),
      async (c) => {
        const { version } = c.req.valid('query')
        await removeFirmware(deps, signedIn(c), version)
        return c.json({ message: translate(c.get('locale'), 'firmware.message.removed', { version }), version })
      },
    )
    .post(
      '/admin/controller/firmware',
      answers('firmware', 'Set the version that transmitters should have; none if omitted', AssignReply),
      requireAccount,
      requireAdmin,
      validate('query', WantedQuery, versionFault),
      validate('json', AssignBody),
      async (c) => {
        const { firmwareversion } = c.req.valid('query')
        const done = await assignFirmware(deps, signedIn(c), firmwareversion, c.req.valid('json'))
        const values = { count: done.assigned, newer: done.newer, version: done.version ?? '' }
        const id = done.version === null ? 'firmware.message.withdrawn' : 'firmware.message.assigned'
        return c.json({ message: translate(c.get('locale'), id, values), ...done })
      },
    )
    .get(
      '/admin/firmware/controller',
      answers(
        'firmware',
        'Transmitters with the version they run and the one they should have',
        FirmwareControllerList,
      ),
      requireAccount,
      requireAdmin,
      validate('query', ListQuery, versionFault),
      async (c) => {
        const { limit, cursor, q, version } = c.req.valid('query')
        const rows = await selectFirmwareControllers(db, { q, afterId: cursor, limit: limit + 1 })
        const page = pageOfIds(rows, limit)
        const items = page.rows.map((row) => toFirmwareController(row, version))
        return c.json({ items, nextCursor: page.nextCursor })
      },
    )
    .post(
      '/admin/firmware/rollout',
      answers('firmware', 'Roll out a version in stages', RolloutReply, 201),
      requireAccount,
      requireAdmin,
      validate('json', RolloutBody, versionFault),
      async (c) => {
        const { rollout, newer } = await beginRollout(deps, signedIn(c), c.req.valid('json'))
        const values = { newer, version: rollout.version }
        const message = translate(c.get('locale'), 'firmware.message.rollout_begun', values)
        return c.json({ message, ...(await shown(rollout)), newer }, 201)
      },
    )
    .post(
      '/admin/firmware/rollout/:id/stop',
      answers(
        'firmware',
        'Stop a roll-out; transmitters that do not run the version yet will not get it',
        RolloutReply,
      ),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        const rollout = await haltRollout(deps, signedIn(c), c.req.valid('param').id)
        const message = translate(c.get('locale'), 'firmware.message.rollout_stopped')
        return c.json({ message, ...(await shown(rollout)), newer: 0 })
      },
    )
    .post(
      '/admin/firmware/rollout/:id/resume',
      answers('firmware', 'Continue a stopped roll-out, without the transmitters that fell silent', RolloutReply),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        const rollout = await resumeRollout(deps, signedIn(c), c.req.valid('param').id)
        const message = translate(c.get('locale'), 'firmware.message.rollout_resumed')
        return c.json({ message, ...(await shown(rollout)), newer: 0 })
      },
    )
    .get(
      '/firmware/:version',
      describeDownload,
      validate('param', VersionParameter, () => 'firmware_version_invalid'),
      validate('query', ImageQuery),
      async (c) => {
        const { body, headers, status } = await openFirmware(deps, {
          authorization: c.req.header('authorization'),
          version: c.req.valid('param').version,
          image: c.req.valid('query').image,
          range: c.req.header('range'),
          ifRange: c.req.header('if-range'),
          isHead: c.req.method === 'HEAD',
        })
        return body ? c.body(body, status, headers) : c.body(null, status, headers)
      },
    )
}
