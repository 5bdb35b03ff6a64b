import { stat } from 'node:fs/promises'
import type { Deps } from '../../deps.ts'
import { bearerOf } from '../../hives/readings/key-budgets/admit-key.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type FileAnswer, filePart, type PartAsked, readPart } from '../../platform/http/serving/file-part.ts'
import { hashToken } from '../../platform/runtime/ids.ts'
import { unlessMissing } from '../../platform/runtime/unless-missing.ts'
import { firmwareFile } from './firmware-file.ts'
import { selectDesiredByKey } from './firmware-queries.ts'
import { noteFetched } from './rollout-queries.ts'

type Asked = PartAsked & { authorization: string | undefined; version: string; image: string | undefined }

/**
 * Returns the image that a transmitter should have, or a part of it. Throws 401 `device_key_missing`, `device_key_wrong`, 404
 * `firmware_not_found` for every other version, and for an image that was replaced since it was offered.
 */
export async function openFirmware(
  { database: { db }, config, clock }: Pick<Deps, 'database' | 'config' | 'clock'>,
  { authorization, version, image, ...asked }: Asked,
): Promise<FileAnswer> {
  const deviceKey = bearerOf(authorization)
  if (!deviceKey) throw new AppError(401, 'device_key_missing')
  const desired = await selectDesiredByKey(db, hashToken(deviceKey))
  if (!desired) throw new AppError(401, 'device_key_wrong')
  const { controllerId, firmware } = desired
  if (firmware?.version !== version) throw new AppError(404, 'firmware_not_found')
  if (image !== undefined && !firmware.sha256.startsWith(image)) throw new AppError(404, 'firmware_not_found')
  const file = firmwareFile(config, firmware.file)
  const found = await unlessMissing(stat(file))
  if (!found) throw new AppError(404, 'firmware_not_found')

  const { status, headers, bytes } = filePart({ size: found.size, etag: `"${firmware.sha256}"` }, asked)
  if (bytes?.to === found.size - 1) await noteFetched(db, controllerId, firmware.id, clock.now())
  return {
    status,
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
    body: readPart(file, bytes),
  }
}
