import type { InferOutput } from 'valibot'
import type { ProvisionOneBody } from '#domain/hives/controller.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { provisionControllers } from './provision-controllers.ts'

/**
 * Adds a new transmitter that has no owner yet. Throws 409 `controller_already_registered` for a known IMEI, `imsi_taken` for a known IMSI.
 * The same request again, with its id, gets the same answer until its key has been used.
 */
export async function provisionController(
  deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'config' | 'secrets'>,
  administrator: SignedIn,
  { id: requestId, ...controller }: InferOutput<typeof ProvisionOneBody>,
): Promise<{ id: number; deviceKey: string }> {
  const batch = { id: requestId, controllers: [controller] }
  const [made] = await provisionControllers(deps, administrator, batch).catch((error: unknown) => {
    // the paths of its issues are those of a batch
    throw error instanceof AppError ? new AppError(error.status, error.code, { cause: error }) : error
  })
  const { id, deviceKey } = made!
  return { id, deviceKey }
}
