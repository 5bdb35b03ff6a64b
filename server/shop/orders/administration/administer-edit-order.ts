import type { Kysely, Updateable } from 'kysely'
import { mayBecome, type OrderAction, type OrderState } from '#domain/shop/order.ts'
import type { OrderEditBody } from '#domain/shop/order-administration.ts'
import { orderMailTemplates } from '#domain/shop/order-document.ts'
import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { markRecorded } from '../../../platform/http/current-request.ts'
import type { Tables } from '../../../store/tables.ts'
import { flagOfMail } from '../loops/order-mail-loop.ts'
import { noteHistory } from '../note-history.ts'
import { settleFailedMails } from '../order-mail-queries.ts'
import { flagColumns, holdOrder, type OrderRow, updateOrder } from '../order-queries.ts'
import type { OrderTable } from '../order-table.ts'
import { attendStrangePayments } from '../payment-queries.ts'
import { settleOrder } from '../settle-order.ts'
import { flagsOf } from './administer-list-orders.ts'
import { addressOf } from './administer-order-detail.ts'
import { receiveByHand } from './receive-by-hand.ts'

export type AdministerDeps = Pick<Deps, 'database' | 'clock' | 'ids' | 'wakeOrders' | 'mailer' | 'secrets'>

const stateActions = { open: 'reopened', cancelled: 'cancelled', completed: 'completed' } as const satisfies Record<
  OrderState,
  OrderAction
>

/**
 * Edits an order manually. The changes are recorded in its history and in the audit log, in the same transaction. Throws 400 for a payment without `updatedAt`; 404
 * `order_not_found`; 409 `order_changed` if it is not as the administrator saw it, 409 `order_state_wrong` and `order_refund_too_large`.
 */
export async function editOrder(
  deps: AdministerDeps,
  accountId: number,
  id: number,
  edit: OrderEditBody,
): Promise<void> {
  const { updatedAt } = edit
  if (edit.payment && updatedAt === undefined) {
    throw new AppError(400, 'invalid_body', { issues: [{ path: 'updatedAt', code: 'missing' }] })
  }
  await changeOrder(deps, { accountId, id, action: 'edit' }, async (within, order) => {
    if (updatedAt !== undefined && order.updated_at !== Date.parse(updatedAt)) throw new AppError(409, 'order_changed')
    let changed = await editFields(within, deps, { accountId, order, edit })
    if (edit.payment) changed = await receiveByHand(within, deps, changed, { ...edit.payment, accountId })
    return changed
  })
}

/** Locks an order while `change` changes it, settles it, and records the differences, including the `mail` that is sent. Each change raises `updated_at`; undefined is none. */
export async function changeOrder(
  deps: AdministerDeps,
  { accountId, id, action, mail = null }: { accountId: number; id: number; action: string; mail?: string | null },
  change: (within: Kysely<Tables>, order: OrderRow) => Promise<OrderRow | undefined>,
): Promise<void> {
  await deps.database.db.transaction().execute(async (within) => {
    const order = await holdOrder(within, id)
    if (!order) throw new AppError(404, 'order_not_found')
    const changed = await change(within, order)
    if (!changed) return markRecorded()
    const settled = await settleOrder(within, deps, changed)
    await updateOrder(within, id, { updated_at: Math.max(deps.clock.now(), order.updated_at + 1) })
    await recordChange(
      { database: { db: within }, clock: deps.clock },
      {
        actorId: accountId,
        action: `order.${action}`,
        subjectType: 'order',
        subjectId: String(id),
        before: { ...recorded(order), mail: null },
        after: { ...recorded(settled), mail },
      },
    )
  })
  deps.wakeOrders()
}

async function editFields(
  within: Kysely<Tables>,
  deps: Pick<Deps, 'clock'>,
  { accountId, order, edit }: { accountId: number; order: OrderRow; edit: OrderEditBody },
): Promise<OrderRow> {
  const who = { actor: 'administrator', accountId } as const
  const note = (action: OrderAction, before: object, after: object) =>
    noteHistory(within, deps, order.id, who, { action, before, after })
  const { state, discount, comment, address, attended, flags = {} } = edit
  const changes: Updateable<OrderTable> = {}

  if (state !== undefined && state !== order.state) {
    if (!mayBecome(order.state, state)) throw new AppError(409, 'order_state_wrong')
    changes.state = state
    await note(stateActions[state], { state: order.state }, { state })
  }
  if (discount !== undefined && discount > order.total) {
    throw new AppError(400, 'invalid_body', {
      issues: [{ path: 'discount', code: 'too_large', values: { limit: order.total / 100 } }],
    })
  }
  const before = { ...addressOf(order), discount: order.discount, comment: order.comment }
  const after = {
    ...before,
    ...address,
    ...(discount === undefined ? {} : { discount }),
    ...(comment === undefined ? {} : { comment }),
  }
  const edited = differing(before, after)
  if (edited) {
    Object.assign(changes, edited.after)
    await note('edited', edited.before, edited.after)
  }
  for (const [flag, column] of Object.entries(flagColumns) as [
    keyof typeof flagColumns,
    (typeof flagColumns)[keyof typeof flagColumns],
  ][]) {
    const wanted = flags[flag]
    if (wanted === undefined || wanted === (order[column] === 1)) continue
    changes[column] = wanted ? 1 : 0
    await note('flagged', { [flag]: !wanted }, { [flag]: wanted })
    const template = wanted && orderMailTemplates.find((one) => flagOfMail[one] === flag)
    if (template) await settleFailedMails(within, order.id, { template })
  }
  const isUsed = attended === 'usedCodes' && order.used_codes > 0
  if (isUsed) changes.used_codes = 0
  const mails = typeof attended === 'number' ? await settleFailedMails(within, order.id, { id: attended }) : 0
  const payments = attended === 'strangePayments' ? await attendStrangePayments(within, order.id, deps.clock.now()) : 0
  if (isUsed || mails + payments > 0) await noteHistory(within, deps, order.id, who, { action: 'attended' })
  return updateOrder(within, order.id, { ...changes, updated_at: deps.clock.now() })
}

type Fields = Record<string, unknown>

/** The fields that differ; undefined if none do. */
function differing<Of extends Fields>(before: Of, after: Of): { before: Partial<Of>; after: Partial<Of> } | undefined {
  const names = Object.keys(after).filter((name) => before[name] !== after[name])
  if (names.length === 0) return undefined
  const part = (of: Of) => Object.fromEntries(names.map((name) => [name, of[name]])) as Partial<Of>
  return { before: part(before), after: part(after) }
}

const recorded = (order: OrderRow) => ({
  ...addressOf(order),
  state: order.state,
  flags: flagsOf(order),
  discount: order.discount,
  paid: order.paid,
  comment: order.comment,
})
