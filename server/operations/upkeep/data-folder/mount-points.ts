import { readFile } from 'node:fs/promises'

const MOUNTS = '/proc/self/mountinfo'
/** The field of a line that says where something is mounted, with odd characters as octal numbers. */
const PLACE = 4
const ODD = /\\([0-7]{3})/g

/** The places where something is mounted; whatever is there cannot be renamed. None on a system that does not say. */
export async function readMountPoints(): Promise<Set<string>> {
  const text = await readFile(MOUNTS, 'utf8').catch(() => '')
  const places = text.split('\n').map((line) => line.split(' ')[PLACE] ?? '')
  return new Set(
    places.map((place) => place.replace(ODD, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))),
  )
}
