import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { keepVapidKeys } from '../../platform/adapters/vapid-keys.ts'
import { keepSecretKey } from '../../platform/runtime/secret-box.ts'
import { StartError } from '../../platform/runtime/start-error.ts'

/** Returns a fingerprint of the keys in a folder, creating them if there are none. */
export async function makeKeys(folder: string): Promise<string> {
  const secret = await keepSecretKey(folder)
  const { privateKey } = await keepVapidKeys(folder)
  return createHash('sha256').update('hivewatch keys\0').update(secret).update(privateKey).digest('base64url')
}

/** Throws StartError if a folder lacks keys, or has other keys than those known for the nodes of the database. */
export async function requireKeys(folder: string, known: string): Promise<void> {
  const missing = ['secret.key', 'vapid.json'].find((name) => !existsSync(path.join(folder, name)))
  const what = 'set FILES_DIR on all nodes to one folder that all of them share'
  const lost =
    'if they are lost, the SQL "update keeping set keys = null" lets new ones be created, and sealed secrets and push must be set up again'
  if (missing) {
    throw new StartError(
      `${folder} lacks ${missing}, which this database was created with: ${what}, or bring it there from the node that has it; ${lost}`,
    )
  }
  if ((await makeKeys(folder)) === known) return
  throw new StartError(
    `the keys in ${folder} are not those that this database was created with: ${what}, or bring secret.key and vapid.json there from the node that has them; ${lost}`,
  )
}
