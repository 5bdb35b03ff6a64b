import type { Kysely } from 'kysely'
import * as v from 'valibot'
import {
  isService,
  type NotificationBody,
  type NotificationChannel,
  PushSubscription,
} from '#domain/alerts/notification.ts'
import { knownZone } from '#domain/alerts/quiet-hours.ts'
import { deviceNameOf } from '#domain/hives/device-name.ts'
import { Email } from '#domain/people/account.ts'
import { defined } from '#domain/platform/defined.ts'
import type { IssueCode } from '#domain/platform/error-reply.ts'
import { isAllowedUrl } from '../../../platform/adapters/safe-fetch.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import type { MailCodes } from '../../../platform/mails/confirm-mail-address.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import type { Tables } from '../../../store/tables.ts'
import { chooseWatched } from '../choose-watched.ts'
import {
  deletePushOfOthers,
  insertNotification,
  type NotificationRow,
  reopenNotification,
  selectNotificationByAddress,
  updateNotification,
} from '../notification-queries.ts'
import { readChannel } from '../read-channels.ts'
import { noteSendsReceipts } from '../receipt-queries.ts'
import { sealToken } from '../seal-token.ts'
import { readServiceAddress } from '../service-address.ts'
import { type AddNumberDeps, addNumber, type CodeLimit } from './add-number.ts'
import { requireRoom } from './require-room.ts'

type Body = v.InferOutput<typeof NotificationBody>

/**
 * Adds a channel, or returns the existing one for a known address: a browser's new keys are stored, and an ended
 * channel is reopened unless its browser can renew the subscription. An e-mail address not yet confirmed for the
 * account is mailed a code and gets nothing else until then. A subscription that replaces another keeps its name and
 * choices. Throws 400 for an invalid address, 403 `not_while_acting`, 409 `notifications_too_many`.
 */
export async function addNotification(
  deps: AddNumberDeps,
  account: SignedIn,
  body: Body,
  from: { userAgent: string | undefined; codeLimit: CodeLimit; mailCodes: MailCodes },
): Promise<{ channel: NotificationChannel; isNew: boolean; isEnded: boolean; signingSecret?: string }> {
  const { db } = deps.database
  // a device or service rings at once, so an administrator acting for the owner could have alarms sent anywhere
  if (account.actor && (body.type === 'push' || isService(body.type))) throw new AppError(403, 'not_while_acting')
  const {
    id,
    isNew,
    isEnded = false,
    signingSecret,
  }: Added = body.type === 'sms'
    ? await addNumber(deps, account, body, from.codeLimit)
    : await addAddress(deps, account, body, from)
  if (isNew) await chooseWatched(db, account.accountId, { notificationId: id })
  if (body.receipts) await noteSendsReceipts(db, id, deps.clock.now())
  const channel = await readChannel(db, account, id)
  return { channel, isNew, isEnded, ...defined({ signingSecret }) }
}

type Added = { id: number; isNew: boolean; isEnded?: boolean; signingSecret?: string | undefined }

async function addAddress(
  deps: AddNumberDeps,
  account: SignedIn,
  body: Body,
  { userAgent, mailCodes }: { userAgent: string | undefined; mailCodes: MailCodes },
): Promise<Added> {
  const { db } = deps.database
  const { address, key, token } = readAddress(body, deps.config.allowPrivateEndpoints)
  const signingSecret = body.type === 'webhook' ? token : undefined
  const identity = { account_id: account.accountId, type: body.type, address_hash: hashToken(key) }
  const device = body.type === 'push' ? deviceWords(userAgent) : null
  const session_id = body.type === 'push' ? account.sessionId : null
  if (body.type === 'push') await deletePushOfOthers(db, account.accountId, identity.address_hash)
  const isOpen = body.type !== 'email' || (await mailCodes.isConfirmed(db, account.accountId, address))
  const known = await selectNotificationByAddress(db, identity)
  // a channel waiting for its code exists already: a new code is requested on that channel
  if (known?.status === 'pending' && !isOpen) return { id: known.id, isNew: false }
  if (known?.status === 'ended' && body.type === 'push' && body.renewable) {
    return { id: known.id, isNew: false, isEnded: true }
  }
  if (known && known.status !== 'ended') {
    // quiet hours stay in the zone they were set in
    const zone = known.quiet_from === null ? knownZone(body.timeZone) : undefined
    const told = { address, device, session_id, time_zone: zone ?? known.time_zone }
    if (!isSame(known, told)) await updateNotification(db, known.id, told)
    return { id: known.id, isNew: false }
  }

  const opened = {
    ...{ address, device, session_id, token_sealed: sealToken(deps, token) },
    ...{ status: isOpen ? ('active' as const) : ('pending' as const), last_error: null, ended_at: null },
    ...{ failing_since: null, unshown_count: 0, unshown_since: null, never_shown_since: null },
  }
  const keep = (row: (within: Kysely<Tables>) => Promise<NotificationRow | undefined>) => {
    const kept = async (within: Kysely<Tables>) => {
      const one = await row(within)
      if (one) await requireRoom(within, account.accountId)
      return one
    }
    return isOpen ? db.transaction().execute(kept) : mailCodes.sendFor(account, address, kept)
  }
  if (known) {
    const reopened = await keep((within) => reopenNotification(within, known.id, { ...opened, heard_at: null }))
    return reopened ? { id: known.id, isNew: true, signingSecret } : { id: known.id, isNew: false }
  }
  const replaced = body.replaces && (await replace(body.replaces))
  if (replaced) return replaced
  const inserted = await keep((within) =>
    insertNotification(within, {
      ...identity,
      ...opened,
      ...defined({ name: body.name, time_zone: knownZone(body.timeZone) }),
      last_delivered_at: null,
      created_at: deps.clock.now(),
    }),
  )
  if (inserted) return { id: inserted.id, isNew: true, signingSecret }
  const faster = await selectNotificationByAddress(db, identity)
  if (!faster) throw new AppError(409, 'combination_exists')
  return { id: faster.id, isNew: false }

  async function replace(endpoint: string): Promise<Added | undefined> {
    const old = await selectNotificationByAddress(db, { ...identity, address_hash: hashToken(endpoint) })
    if (!old) return undefined
    const wasEnded = old.status === 'ended'
    await db.transaction().execute(async (within) => {
      const { address_hash } = identity
      await updateNotification(within, old.id, { ...opened, address_hash, ...(wasEnded && { heard_at: null }) })
      if (wasEnded) await requireRoom(within, account.accountId)
    })
    return { id: old.id, isNew: true }
  }
}

type Told = Pick<NotificationRow, 'address' | 'device' | 'session_id' | 'time_zone'>

const isSame = (known: NotificationRow, told: Told): boolean =>
  known.address === told.address &&
  known.device === told.device &&
  known.session_id === told.session_id &&
  known.time_zone === told.time_zone

/** `key` decides whether two addresses are the same; for a push subscription it is the endpoint. */
function readAddress(body: Body, allowPrivate: boolean): { address: string; key: string; token?: string | undefined } {
  if (isService(body.type)) {
    const { address, token } = readServiceAddress(body.type, body, allowPrivate)
    return { address, key: address, token }
  }
  if (body.type === 'email') {
    const email = v.safeParse(Email, body.address)
    if (!email.success) throw invalid('not_email')
    return { address: email.output, key: email.output }
  }
  const subscription = v.safeParse(v.pipe(v.string(), v.parseJson(), PushSubscription), body.address)
  if (!subscription.success) throw invalid('wrong_form', subscription.issues[0].message)
  const { endpoint, keys } = subscription.output
  if (!isAllowedUrl(endpoint, allowPrivate)) throw new AppError(400, 'endpoint_not_allowed')
  return { address: JSON.stringify({ endpoint, keys }), key: endpoint }
}

const invalid = (code: IssueCode, detail?: string) =>
  new AppError(400, 'invalid_body', { issues: [{ path: 'address', code, detail }] })

function deviceWords(userAgent = ''): string | null {
  const { browser, system } = deviceNameOf(userAgent)
  return [browser, system].filter(Boolean).join(' · ') || null
}
