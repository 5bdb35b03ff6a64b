import type { Clock } from '../runtime/clock.ts'
import { hashToken, type Ids } from '../runtime/ids.ts'
import { PaymentCallForged, type PaymentService } from './payment.ts'

const LIFE_MS = 24 * 3600_000

/** Stands in for a provider on a developer's own machine: we serve its page, and no money moves. */
export function createTestPayment({ clock, ids }: { clock: Clock; ids: Ids }): PaymentService {
  const secret = ids.token()
  return {
    provider: 'test',
    methods: ['card', 'twint'],
    async openCheckout({ site, idempotencyKey }) {
      const id = `test_${hashToken(`${secret}/${idempotencyKey}`)}`
      return { id, url: `${site}/api/shop/testPayment/${id}`, expiresAt: clock.now() + LIFE_MS }
    },
    // its page reports immediately whatever happens there
    askCheckout: async () => undefined,
    closeCheckout: async () => undefined,
    readCall: () => {
      throw new PaymentCallForged('the test page makes no calls')
    },
  }
}
