import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AlarmStatus, AlarmType } from '#domain/alerts/alarm.ts'
import { planDeliveries } from '../../../server/alerts/notifications/planning/plan-deliveries.ts'
import { createDeliveryLoop, type DeliveryLoop } from '../../../server/alerts/notifications/sending/delivery-loop.ts'
import { createMailer } from '../../../server/platform/adapters/mailer.ts'
import { createSmsGateway } from '../../../server/platform/adapters/sms.ts'
import { createPushService, type PushService } from '../../../server/platform/adapters/web-push.ts'
import { readSmsSettings } from '../../../server/platform/config/sms-settings.ts'
import { type Client, createTestApp } from '../server/test-app.ts'
import { startMailServer } from '../services/mail-server.ts'
import { startPushService } from '../services/push-service.ts'
import { startSmsService } from '../services/sms-service.ts'

export type Hive = { anna: Client; controllerId: number; scaleId: number; channelId: number }
type AlarmFields = { type?: AlarmType; status?: AlarmStatus; confidence?: number; agoMs?: number; startedAt?: number }

export type DeliveryStation = Awaited<ReturnType<typeof openDeliveryStation>>

/** The path an alarm takes to the outside: a delivery loop between a test app and real servers for push, mail and SMS on loopback. */
export async function openDeliveryStation(environment: Record<string, string> = {}) {
  const app = await createTestApp(environment)
  const service = await startPushService(app.clock.now)
  const mailServer = await startMailServer()
  const smsService = await startSmsService()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hivewatch-deliveries-'))
  const push = await createPushService({
    filesDir: dataDir,
    vapidSubject: 'mailto:bees@example.org',
    allowPrivateEndpoints: true,
    clock: app.clock,
  })
  const sms = createSmsGateway(readSmsSettings({ SMS_URL: smsService.template }), { clock: app.clock })
  const createLoop = (over: { push?: PushService } = {}) =>
    createDeliveryLoop({
      ...app.deps,
      push,
      sms,
      mailer: createMailer({ smtpUrl: mailServer.url, mailFrom: 'hivewatch@example.org' }),
      ...over,
    })
  const loop = createLoop()

  const addPush = (client: Client) =>
    client.post('/notification', { type: 'push', address: JSON.stringify(service.subscribe()) })

  /** Adds a confirmed phone number. */
  async function addNumber(client: Client, address = '079 123 45 67'): Promise<number> {
    const { body } = await client.post('/notification', { type: 'sms', address })
    const code = /\d{6}/.exec(app.texts.at(-1)?.text ?? '')?.[0]
    const confirmed = await client.post(`/notification/${body.id}/confirm`, { code })
    if (confirmed.body.status !== 'active') throw new Error(`confirming was answered with ${confirmed.status}`)
    return body.id as number
  }

  return {
    app,
    service,
    mailServer,
    smsService,
    addNumber,
    push,
    loop,
    createLoop,
    addPush,

    /** Sends everything that is due. */
    async deliver(by: DeliveryLoop = loop) {
      by.wake()
      await by.idle()
    },

    /** Anna with a hive, and a browser that receives its alarms. */
    async annaWithHive(): Promise<Hive> {
      const anna = await app.signIn('anna@example.org')
      await anna.post('/user/language', { language: 'de' })
      const { id: controllerId } = await app.claim(anna)
      const scaleId = await app.addScale(anna, controllerId, 1, { name: 'Volk 3' })
      const { body: channel } = await addPush(anna)
      return { anna, controllerId, scaleId, channelId: channel.id as number }
    },

    /** Adds an alarm as a fold would write it, with its deliveries. */
    async ring(
      hive: Pick<Hive, 'controllerId'> & { scaleId: number | null },
      fields: AlarmFields = {},
    ): Promise<number> {
      const detectedAt = Math.floor((app.clock.now() - (fields.agoMs ?? 0)) / 1000)
      const percent = fields.confidence ?? 80
      const row = {
        controller_id: hive.controllerId,
        scale_id: hive.scaleId,
        type: fields.type ?? ('swarm' as const),
        status: fields.status ?? ('provisional' as const),
        started_at: fields.startedAt ?? detectedAt - 600,
        detected_at: detectedAt,
        ended_at: null,
        weight_change_grams: -1870,
        own_confidence_percent: percent,
        own_why: '[]',
        confidence_percent: percent,
        why: '[]',
        verdict: null,
        verdict_by: null,
        verdict_at: null,
      }
      const { id } = await app.db.insertInto('alarm').values(row).returning('id').executeTakeFirstOrThrow()
      await planDeliveries(app.db, [{ id, previousStatus: null }], app.clock.now())
      return id
    },

    /** Does what a fold would do when the status of an alarm changes. */
    async follow(id: number, status: AlarmStatus): Promise<void> {
      const before = await app.db.selectFrom('alarm').select('status').where('id', '=', id).executeTakeFirstOrThrow()
      await app.db.updateTable('alarm').set({ status }).where('id', '=', id).execute()
      await planDeliveries(app.db, [{ id, previousStatus: before.status }], app.clock.now())
    },

    /** How many more alarms of the only transmitter may be sent by SMS. */
    remaining: async () =>
      (await app.db.selectFrom('controller').select('remaining_notifications').executeTakeFirstOrThrow())
        .remaining_notifications,

    deliveries: () =>
      app.db
        .selectFrom('delivery')
        .select(['stage', 'state', 'attempts', 'due_at', 'last_error'])
        .orderBy('id')
        .execute(),

    channel: (id: number) =>
      app.db.selectFrom('notification').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

    async close() {
      await loop.stop()
      await service.close()
      await mailServer.close()
      await smsService.close()
      await app.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
