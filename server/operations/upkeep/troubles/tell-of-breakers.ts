import type { Deps } from '../../../deps.ts'

/**
 * Tells administrators when one of our gateways, or a push service that several accounts use, does not answer. Returns a function that checks
 * whether push services are still known to be silent: one that nobody uses any more is not.
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
    // part of a host concerns a single account, whose channel shows it
    const hosts = breakers.push.open().filter((place) => URL.canParse(place) && !place.includes(' '))
    for (const subject of hosts) void troubles.raise({ kind: 'push_failing', subject })
    for (const subject of told) if (!hosts.includes(subject)) void troubles.clear('push_failing', subject)
    told = hosts
  }
  breakers.push.onChange(tellOfPush)
  return async () => tellOfPush()
}
