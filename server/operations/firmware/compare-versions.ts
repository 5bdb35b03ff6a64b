import semver from 'semver'

/** Whether the version that a transmitter reports is newer. False if either is not a valid version. */
export function isNewer(reported: string | null, version: string): boolean {
  const [one, other] = [semver.parse(reported), semver.parse(version)]
  return one !== null && other !== null && semver.gt(one, other)
}

/** Comparator: newest first, invalid versions at the end. */
export function newestFirst(a: string, b: string): number {
  const [one, other] = [semver.parse(a), semver.parse(b)]
  return one && other ? semver.rcompare(one, other) : Number(one === null) - Number(other === null)
}
