import { expect, test } from 'vitest'
import { swarmDelivery } from '../../../../tests/support/samples/swarm-delivery.ts'
import { pushLifetime } from './push-lifetime.ts'

const hoursOf = (fields: Partial<typeof swarmDelivery>) => pushLifetime({ ...swarmDelivery, ...fields }) / 3600

test.each([
  [{ type: 'disturbance' }, 48],
  [{ type: 'swarm', stage: 'rang' }, 24],
  [{ type: 'swarm', stage: 'confirmed' }, 24],
  [{ type: 'swarm', stage: 'told', confidence_percent: 40 }, 4],
  [{ type: 'silence' }, 12],
  [{ type: 'battery' }, 12],
  [{ type: 'subscription' }, 12],
  [{ type: 'activity' }, 6],
  [{ type: null, stage: 'notice' }, 24],
  [{ type: null, stage: 'test' }, 1 / 6],
] as [Partial<typeof swarmDelivery>, number][])('a phone that was off hears of %j for %d hours', (fields, hours) => {
  expect(hoursOf(fields)).toBe(hours)
})

test.each(['withdrawn', 'closed', 'confirmed'] as const)('%s lives as long as what it replaces', (stage) => {
  expect(hoursOf({ type: 'disturbance', stage })).toBe(hoursOf({ type: 'disturbance', stage: 'rang' }))
})
