import type { AdministeredController } from '#domain/hives/administered-controller.ts'
import { sampleController } from './sample-controller.ts'

/** A transmitter as administrators see it, for tests. */
export const sampleAdministered: AdministeredController = {
  ...sampleController,
  access: 'administered',
  subscriptionEnd: null,
  owner: { id: 7, email: 'anna@example.org' },
  affiliation: { id: 3, name: 'Bienenfreunde' },
  claimCode: 'AB12-CD34',
  demandClaimCode: false,
  created: '2026-01-01T00:00:00.000Z',
}
