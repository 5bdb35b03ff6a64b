import { hash } from 'node:crypto'
import { FIRMWARE_MAXIMUM_BYTES, FIRMWARE_NAME_MAXIMUM, plainVersion } from '#domain/operations/firmware.ts'
import { firmwareKind } from '#domain/operations/firmware-image.ts'
import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { isStorageUnavailable } from '../../platform/db/lane.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { removeFirmwareFile, removeStrayFiles, writeFirmwareFile } from './firmware-file.ts'
import { type FirmwareRow, selectFirmware, selectFirmwareOf, upsertFirmware } from './firmware-queries.ts'
import { selectRunning } from './rollout-queries.ts'
import { stopRollout } from './stop-rollout.ts'

const STRAY_MS = 3600_000

type Receiving = Pick<Deps, 'config' | 'database' | 'clock' | 'ids' | 'disk'>

/**
 * Stores a version with its image; the file is on disk before the row names it. An existing version is overwritten, and its roll-out stops, as
 * the tested image is no longer the one that would be given out. Throws 400 `firmware_version_invalid`, `firmware_not_recognized`, 413
 * `firmware_too_large`.
 */
export async function receiveFirmware(
  deps: Receiving,
  account: SignedIn,
  upload: { version: string; name: string; bytes: Uint8Array },
): Promise<FirmwareRow> {
  const { config, database, clock, ids } = deps
  const version = plainVersion(upload.version)
  if (version === undefined) throw new AppError(400, 'firmware_version_invalid')
  if (upload.bytes.length > FIRMWARE_MAXIMUM_BYTES) throw new AppError(413, 'firmware_too_large')
  const kind = firmwareKind(upload.bytes)
  if (!kind) throw new AppError(400, 'firmware_not_recognized')

  await deps.disk.requireRoom(upload.bytes.length)
  const file = `${ids.uuid()}.bin`
  await writeFirmwareFile(config, file, upload.bytes)
  const { row, before } = await database.db
    .transaction()
    .execute(async (db) => {
      const before = await selectFirmwareOf(db, version)
      const row = await upsertFirmware(db, {
        version,
        name: upload.name.trim().slice(0, FIRMWARE_NAME_MAXIMUM) || (before?.name ?? ''),
        kind,
        file,
        bytes: upload.bytes.length,
        sha256: hash('sha256', upload.bytes, 'hex'),
        uploaded_at: clock.now(),
      })
      if (before && before.sha256 !== row.sha256) {
        const running = (await selectRunning(db)).filter(({ firmware_id }) => firmware_id === row.id)
        for (const rollout of running) await stopRollout(db, rollout, 'replaced', clock.now())
      }
      await recordChange(
        { database: { db }, clock },
        {
          actorId: account.accountId,
          action: before ? 'firmware.replaced' : 'firmware.added',
          subjectType: 'firmware',
          subjectId: version,
          before: before ? shown(before) : null,
          after: shown(row),
        },
      )
      return { row, before }
    })
    .catch(async (error: unknown) => {
      // if the answer to a commit was lost, the row may name it; if not, the next upload removes it
      if (!isStorageUnavailable(error)) await removeFirmwareFile(config, file)
      throw error
    })
  if (before) await removeFirmwareFile(config, before.file)
  const named = new Set((await selectFirmware(database.db)).map((one) => one.file))
  await removeStrayFiles(config, named, clock.now() - STRAY_MS)
  return row
}

const shown = ({ name, version, kind, bytes, sha256 }: FirmwareRow) => ({ name, version, kind, bytes, sha256 })
