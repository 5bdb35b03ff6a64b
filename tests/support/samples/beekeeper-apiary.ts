import { type Client, PASSWORD, sent, TEST_START, type TestApp } from '../server/test-app.ts'
import { addMailChannel } from '../services/confirm-mail.ts'

export type Apiary = Awaited<ReturnType<typeof makeApiary>>

/** Anna with one of everything a beekeeper can have, somebody who watches her transmitter, and somebody who does not. */
export async function makeApiary(app: TestApp) {
  const anna = await app.signIn('anna@example.org')
  const elsewhere = await app.nobody.post('/user/login', { email: 'anna@example.org', password: sent(PASSWORD) })
  if (elsewhere.status !== 200) throw new Error(`signing in was answered with ${elsewhere.status}`)
  const watcher = await app.signIn('wanda@example.org')
  const stranger = await app.signIn('sven@example.org')
  const { id: controller, imei, imsi } = await app.claim(anna, 'Waldrand')
  const scale = await app.addScale(anna, controller, 1, { name: 'Linde' })

  const archived = await app.addScale(anna, controller, 8, { name: 'Linde alt' })
  await anna.post(`/controller/${controller}/channel/8/archive`)

  const made = async (path: string, body: Record<string, unknown>, client: Client = anna) => {
    const reply = await client.post(path, body)
    if (reply.status > 201) throw new Error(`${path} was answered with ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const { watchCode } = await made(`/controller/${controller}/watchCode`, {})
  await made('/controller/watches', { code: watchCode }, watcher)
  const { id: watched } = await app.claim(stranger, 'Moos')
  const code = (await made(`/controller/${watched}/watchCode`, {}, stranger)).watchCode
  await made('/controller/watches', { code })

  const raw = { target: 'raw', address: 'https://receiver.example.org/secret' }
  const { id: forwarding } = await made(`/controller/${controller}/channel/1/forwarding`, raw)
  const notification = await addMailChannel(app, anna, 'bell@example.org')
  await made(`/notification/mute?idcontroller=${controller}`, { notificationType: 'activity', enddate: null })
  const { id: share } = await made('/share', { type: 'unlimited', description: 'Annas Stand', scales: [scale] })
  const { id: intervention } = await made('/intervention', { scaleId: scale, label: 'harvest', time: TEST_START })
  const { id: visit } = await made('/visit', {
    id: '8d3e9a52-07c1-4a6e-9b1f-3f6f0a4c7d21',
    controllerId: controller,
    startedAt: TEST_START,
  })
  const { id: job } = await made('/jobs', { type: 'EXPORT', scales: [scale], from: '2026-05-01', to: '2026-05-02' })
  await app.db
    .insertInto('jump')
    .values({ scale_id: scale, time: app.clock.now() / 1000 - 3600, change_grams: 4000 })
    .execute()
  const sessions = (await anna.get('/user/sessions')).body as { id: string; thisDevice: boolean }[]

  await app.nobody.post('/user/passwordReset/request?email=anna@example.org')
  await app.sendMails()
  const resetToken = /password\/reset\/([\w-]+)/.exec(app.mails.find(({ to }) => to === 'anna@example.org')!.text)![1]!

  return {
    anna,
    watcher,
    stranger,
    /** Texts that only Anna and those who watch her transmitter may read anywhere. */
    secrets: /Waldrand|Linde|Annas Stand|anna@|bell@|receiver/,
    /** The numbers of Anna's transmitter. */
    numbers: { imei, imsi },
    /** One of Anna's scales that is no longer in use. */
    archived,
    named: {
      anna: anna.accountId,
      watcher: watcher.accountId,
      controller,
      scale,
      watchCode,
      watched,
      forwarding,
      notification,
      share,
      intervention,
      visit,
      job,
      alarm: await alarmAt(app, controller, scale),
      session: sessions.find(({ thisDevice }) => !thisDevice)!.id,
      resetToken,
    },
  }
}

async function alarmAt({ db, clock }: TestApp, controllerId: number, scaleId: number): Promise<number> {
  const detectedAt = clock.now() / 1000
  const alarm = {
    controller_id: controllerId,
    scale_id: scaleId,
    type: 'swarm' as const,
    status: 'confirmed' as const,
    started_at: detectedAt - 600,
    detected_at: detectedAt,
    weight_change_grams: -1870,
    own_confidence_percent: 80,
    own_why: '[]',
    confidence_percent: 80,
    why: '[]',
  }
  return (await db.insertInto('alarm').values(alarm).returning('id').executeTakeFirstOrThrow()).id
}
