import type { Deps } from '../../../deps.ts'

/**
 * Tells administrators when one of our gateways does not answer, or a push service that several accounts use. Returns what looks whether
 * such a service is still known to be silent: one that nobody asks any more is not.
 */
export function tellOfBreakers({ breakers, troubles }: Pick<Deps, 'breakers' | 'troubles'>): () => Promise<void> {
  const gateways = [
    ['email', 'mail_failing'],
    ['sms', 'sms_failing'],
  ] as const
  for (const [way, kind] of gateways) {
    breakers[way].onChange(() => {
      if (breakers[way].open().length > 0) void troubles.raise({ kind })
      else void troubles.clear(kind)
    })
  }
  let told: string[] = []
  const tellOfPush = () => {
    // part of a host is one account's own affair, and its channel says so
    const hosts = breakers.push.open().filter((place) => URL.canParse(place) && !place.includes(' '))
    for (const subject of hosts) void troubles.raise({ kind: 'push_failing', subject })
    for (const subject of told) if (!hosts.includes(subject)) void troubles.clear('push_failing', subject)
    told = hosts
  }
  breakers.push.onChange(tellOfPush)
  return async () => tellOfPush()
}
