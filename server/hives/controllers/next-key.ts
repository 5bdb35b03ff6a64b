import type { Deps } from '../../deps.ts'

/** The purpose under which a pending key is sealed. */
export const NEXT_KEY = 'controller.next_key'

/** The pending key, if any, for a reply to hand over. */
export function nextKeyOf({ secrets }: Pick<Deps, 'secrets'>, sealed: string | null): { deviceKey?: string } {
  const deviceKey = sealed === null ? undefined : secrets.open(sealed, NEXT_KEY)
  return deviceKey === undefined ? {} : { deviceKey }
}
