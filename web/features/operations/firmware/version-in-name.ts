import { plainVersion } from '#domain/operations/firmware.ts'

/** The version that stands in the name of a file, as in `hive-v1.4.2-release.bin`; empty where none does. */
export function versionInName(name: string): string {
  const [found = ''] = /\d+\.\d+\.\d+(-(alpha|beta|rc)[.-]?\d*)?/i.exec(name) ?? []
  return plainVersion(found) ?? ''
}
