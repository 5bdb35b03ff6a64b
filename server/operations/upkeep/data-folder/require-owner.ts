import { statSync } from 'node:fs'
import { StartError } from '../../../platform/runtime/start-error.ts'

const ROOT = 0

/**
 * Throws StartError if root is about to work in the data folder of another user: what it created there would belong to root, and the server of
 * that user would not start.
 */
export function requireOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  if (process.getuid?.() !== ROOT || owner === undefined || owner === ROOT) return
  throw new StartError(
    `${dataDir} belongs to another user: run this as that user (sudo -u '#${owner}' …), or give the folder to root`,
  )
}
