import { expect } from 'vitest'
import type { MailServerForTests } from '../support/services/mail-server.ts'
import type { PushServiceForTests } from '../support/services/push-service.ts'

/** `name`: what arrived at whom; `same`: the part that must be identical if it arrives again. */
export type Arrival = { name: string; same: string }
export const pushesAt = (pushService: PushServiceForTests): Arrival[] =>
  pushService.received.map(({ subscriber, message, topic }) => ({
    name: `${subscriber} ${message.notification.data?.controllerId}`,
    same: `${message.notification.tag} ${topic}`,
  }))
export const mailsAt = (mailServer: MailServerForTests, { areOrders }: { areOrders: boolean }): Arrival[] =>
  mailServer.received
    .filter(({ to }) => to[0]!.startsWith('order') === areOrders)
    .map(({ to, raw }) => {
      const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
      const alarm = /\?alarm=(\d+)/.exec(text)?.[1] ?? ''
      return { name: `${to[0]} ${alarm}`, same: /^Message-ID: (.+)$/im.exec(raw)![1]! }
    })

/** How many arrived again after each kill. `counts`: how many had arrived by then. Checks that repeats are identical. */
export function repeatsOf(all: Arrival[], counts: number[]): number[] {
  const firsts = new Map<string, { at: number; same: string }>()
  const repeats = counts.map(() => 0)
  for (const [at, { name, same }] of all.entries()) {
    const first = firsts.get(name)
    if (first) {
      expect(same).toBe(first.same)
      const kill = counts.findIndex((count) => first.at < count)
      expect(kill, `${name} came twice without a kill`).toBeGreaterThanOrEqual(0)
      repeats[kill]!++
    }
    firsts.set(name, { at, same })
  }
  return repeats
}
