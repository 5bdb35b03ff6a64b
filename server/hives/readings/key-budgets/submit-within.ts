import type { Deps } from '../../../deps.ts'
import type { IngestOutcome, IngestRequest } from '../request/ingest-request.ts'
import type { KeyBudget } from './key-budgets.ts'

/**
 * Submits a request to the store if its key may send this many readings; those already known are not counted. Throws 429
 * `device_too_fast`, and what the store throws.
 */
export async function submitWithin(
  { ingest, keyBudgets }: Pick<Deps, 'ingest' | 'keyBudgets'>,
  budget: KeyBudget,
  request: IngestRequest,
): Promise<IngestOutcome> {
  const readings = request.rows.length
  keyBudgets.takeReadings(budget, readings)
  let stored = 0
  try {
    const outcome = await ingest.submit(request)
    if (outcome.status === 'stored') stored = outcome.accepted
    // the key was replaced
    if (outcome.status === 'refused' && outcome.code === 'device_key_wrong') keyBudgets.forget(request.deviceKeyHash)
    return outcome
  } finally {
    if (stored < readings) keyBudgets.giveBackReadings(budget, readings - stored)
  }
}
