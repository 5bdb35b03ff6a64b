import { plainVersion } from '#domain/operations/firmware.ts'

/** Returns the version in a file's name, as in `hive-v1.4.2-release.bin`; empty if there is none. */
export function versionInName(name: string): string {
  const [found = ''] = /\d+\.\d+\.\d+(-(alpha|beta|rc)[.-]?\d*)?/i.exec(name) ?? []
  return plainVersion(found) ?? ''
}
