import type { Kysely } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { selectCodes, selectOrder } from './order-queries.ts'

/** The column for which codes are sealed. */
export const CODE_PURPOSE = 'order_code'

/** The codes that an order gave, in the clear, to be mailed again: none once it is withdrawn. Codes sealed with a lost key are left out. */
export async function readCodes(
  db: Kysely<Tables>,
  { secrets }: Pick<Deps, 'secrets'>,
  orderId: number,
): Promise<string[]> {
  const order = await selectOrder(db, orderId)
  if (!order || order.withdrawn_at !== null) return []
  const rows = await selectCodes(db, orderId)
  return rows.flatMap(({ code_sealed }) => secrets.open(code_sealed, CODE_PURPOSE) ?? [])
}
