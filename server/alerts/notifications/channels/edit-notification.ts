import type { Kysely, Updateable } from 'kysely'
import { isService, type NotificationChannel, type NotificationEdit } from '#domain/alerts/notification.ts'
import { minutesOfTime } from '#domain/alerts/quiet-hours.ts'
import { defined, mapDefined } from '#domain/platform/defined.ts'
import type { Deps } from '../../../deps.ts'
import { visibleControllers } from '../../../hives/controllers/visible-controllers.ts'
import { flag } from '../../../platform/db/flag.ts'
import { AppError, type CodedIssue } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import type { Tables } from '../../../store/tables.ts'
import { replaceChoices } from '../choice-queries.ts'
import { updateNotification } from '../notification-queries.ts'
import type { NotificationTable } from '../notification-table.ts'
import { readChannel } from '../read-channels.ts'
import { sealToken } from '../seal-token.ts'
import { hastenHeld } from '../sending-queries.ts'
import { requireToken } from '../service-address.ts'

/**
 * Changes what a channel is for and re-evaluates deliveries held back for it. Throws 404 for a channel or
 * transmitter that is not theirs, 400 if nothing would be left to ring or only one end of the quiet hours
 * is set, and 403 `not_while_acting` if an administrator acting for the owner sets a token.
 */
export async function editNotification(
  deps: Pick<Deps, 'database' | 'clock' | 'secrets' | 'wakeDeliveries'>,
  account: SignedIn,
  id: number,
  edit: NotificationEdit,
): Promise<NotificationChannel> {
  const { database, clock, wakeDeliveries } = deps
  if (Object.keys(edit).length === 0) throw new AppError(400, 'no_changes')
  if (account.actor && edit.token !== undefined) throw new AppError(403, 'not_while_acting')
  await database.db.transaction().execute(async (db) => {
    const before = await readChannel(db, account, id)
    const wanted = choiceOf(edit, before)
    if (wanted) await requireChoice(db, account, wanted)
    await updateNotification(db, id, {
      ...columnsOf(edit),
      ...tokenColumnOf(deps, before, edit),
      ...quietColumnsOf(edit),
      ...(wanted && choiceColumnOf(wanted)),
    })
    if (wanted) await replaceChoices(db, id, wanted.controllerIds)
    await hastenHeld(db, id, clock.now())
  })
  wakeDeliveries()
  return readChannel(database.db, account, id)
}

/** Returns the column for a new token. A webhook's secret cannot be chosen by the user. Throws 400 `token_invalid`. */
function tokenColumnOf(
  deps: Pick<Deps, 'secrets'>,
  { type }: NotificationChannel,
  { token }: NotificationEdit,
): Updateable<NotificationTable> {
  if (token === undefined) return {}
  if (!isService(type) || type === 'webhook') throw new AppError(400, 'token_invalid')
  return { token_sealed: sealToken(deps, requireToken(type, token)) }
}

type Choice = Pick<NotificationChannel, 'everyOwn' | 'controllerIds'>

/** Returns undefined if the edit does not change the choice: its transmitters may be gone by now. */
function choiceOf({ everyOwn, controllerIds }: NotificationEdit, before: Choice): Choice | undefined {
  if (controllerIds === undefined) return everyOwn === undefined ? undefined : { ...before, everyOwn }
  return { everyOwn: everyOwn ?? controllerIds === null, controllerIds: [...new Set(controllerIds)] }
}

async function requireChoice(
  db: Kysely<Tables>,
  account: SignedIn,
  { everyOwn, controllerIds }: Choice,
): Promise<void> {
  if (!everyOwn && controllerIds.length === 0) throw new AppError(400, 'no_controller_chosen')
  const visible = await visibleControllers(db, account)
  const isTheirs = (controllerId: number) => visible.some((controller) => controller.id === controllerId)
  if (!controllerIds.every(isTheirs)) throw new AppError(404, 'controller_not_found')
}

const choiceColumnOf = ({ everyOwn }: Choice): Updateable<NotificationTable> => ({ every_own: flag(everyOwn) })

const columnsOf = ({
  name,
  alarmTypes,
  timeZone,
  ringsAlways,
  seasonKinds,
}: NotificationEdit): Updateable<NotificationTable> =>
  defined({
    name,
    alarm_types: mapDefined(alarmTypes, (types) => types && listed(types)),
    time_zone: timeZone,
    rings_always: mapDefined(ringsAlways, listed),
    season_kinds: mapDefined(seasonKinds, listed),
  })

const listed = (names: readonly string[]): string => JSON.stringify([...new Set(names)])

function quietColumnsOf({ quietFrom, quietTo }: NotificationEdit): Updateable<NotificationTable> {
  if (quietFrom === undefined && quietTo === undefined) return {}
  if (quietFrom === null && quietTo === null) return { quiet_from: null, quiet_to: null }
  if (!quietFrom || !quietTo || quietFrom === quietTo) {
    const issues: CodedIssue[] = [
      { path: 'quietTo', code: 'wrong', detail: 'quietFrom and quietTo go together and differ' },
    ]
    throw new AppError(400, 'invalid_body', { issues })
  }
  return { quiet_from: minutesOfTime(quietFrom), quiet_to: minutesOfTime(quietTo) }
}
