import path from 'node:path'
import type { Ids } from '../../platform/runtime/ids.ts'
import { readKeptFile } from '../../platform/runtime/read-kept-file.ts'
import { writeWhole } from '../../platform/runtime/write-whole.ts'

/** The id of a node, created on the first start and kept in `<dataDir>/node.id`: a restarted node is the same one. */
export async function keepNodeId(dataDir: string, ids: Pick<Ids, 'uuid'>): Promise<string> {
  const file = path.join(dataDir, 'node.id')
  const stored = (await readKeptFile(file))?.trim()
  if (stored && /^[0-9a-f-]{36}$/.test(stored)) return stored
  const id = ids.uuid()
  await writeWhole(file, `${id}\n`, { mode: 0o600 })
  return id
}
