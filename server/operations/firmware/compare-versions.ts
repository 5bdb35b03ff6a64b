import semver from 'semver'

/** Whether what a transmitter reports is newer than a version. What is no version is not, and nothing is newer than it. */
export function isNewer(reported: string | null, version: string): boolean {
  const [one, other] = [semver.parse(reported), semver.parse(version)]
  return one !== null && other !== null && semver.gt(one, other)
}

/** For a sort: the newest first, and what is no version at the end. */
export function newestFirst(a: string, b: string): number {
  const [one, other] = [semver.parse(a), semver.parse(b)]
  return one && other ? semver.rcompare(one, other) : Number(one === null) - Number(other === null)
}
