import semver from 'semver'

/** Whether what a transmitter reports is newer than a version. What is no version is not. */
export function isNewer(reported: string | null, version: string): boolean {
  const parsed = semver.parse(reported)
  return parsed !== null && semver.gt(parsed, version)
}

/** For a sort: the newest first. */
export const newestFirst = (a: string, b: string): number => semver.rcompare(a, b)
