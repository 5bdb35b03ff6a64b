import { expect, test } from 'vitest'
import { openDeliveryStation } from '../../../../tests/support/samples/delivery-station.ts'
import { refuseRows } from '../../../../tests/support/server/refusing-trigger.ts'
import { selectStillDue } from '../sending-queries.ts'
import { settleAndTell } from './settle-and-tell.ts'

test('a mail that could not be stored on a full disk is written, once, when the outcome is settled again', async () => {
  const station = await openDeliveryStation()
  try {
    const { app } = station
    const hive = await station.annaWithHive()
    await station.ring(hive)
    const due = await app.db.selectFrom('delivery').select('id').executeTakeFirstOrThrow()
    const delivery = (await selectStillDue(app.db, due.id))!
    const sent = { delivery, result: { outcome: 'gone', status: 410 } as const }
    const makeRoom = await refuseRows(app.db, { table: 'mail', before: 'insert', says: 'disk is full' })
    await expect(settleAndTell(app.deps, sent)).rejects.toThrow('disk is full')
    expect(await station.channel(hive.channelId)).toMatchObject({ status: 'ended' })
    await makeRoom()
    await settleAndTell(app.deps, sent)
    await app.sendMails()
    expect(app.mails.map(({ to }) => to)).toEqual(['anna@example.org'])
  } finally {
    await station.close()
  }
})
