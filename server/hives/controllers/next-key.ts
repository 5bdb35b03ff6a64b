import type { Deps } from '../../deps.ts'

/** What a key that waits for its transmitter is sealed for. */
export const NEXT_KEY = 'controller.next_key'

/** The key that a reply hands over, where one waits. */
export function nextKeyOf({ secrets }: Pick<Deps, 'secrets'>, sealed: string | null): { deviceKey?: string } {
  const deviceKey = sealed === null ? undefined : secrets.open(sealed, NEXT_KEY)
  return deviceKey === undefined ? {} : { deviceKey }
}
